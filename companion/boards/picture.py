"""Makes pictures of drawings from their PDF, so that paper and screen show the same."""

from __future__ import annotations

import numpy as np
import pypdfium2
from pypdfium2 import raw

from companion.boards import pdf
from companion.boards.drawing import Drawing
from companion.boards.image import Image


def raster(drawing: Drawing, px_per_mm: float) -> Image:
    """The drawing as a BGR picture of round(size_mm * px_per_mm) pixels, with smooth edges."""
    return raster_page(make_document(drawing), 0, px_per_mm)


def make_document(drawing: Drawing) -> bytes:
    """The drawing as a PDF of one page."""
    return pdf.make_pdf([pdf.make_page(drawing)], drawing.title)


def raster_clear(document: bytes, px_per_mm: float) -> Image:
    """The first page of a PDF as a picture (height, width, 4) in blue, green, red and alpha, transparent where nothing
    is painted.
    """
    with pypdfium2.PdfDocument(document) as opened:
        return _render(opened[0], px_per_mm, raw.FPDFBitmap_BGRA, (0, 0, 0, 0))


def raster_page(document: bytes, number: int, px_per_mm: float) -> Image:
    """One page of a PDF as a BGR picture, white where nothing is printed. number: of the page, from 0."""
    with pypdfium2.PdfDocument(document) as opened:
        return _render(opened[number], px_per_mm, raw.FPDFBitmap_BGR, (255, 255, 255, 255))


def _render(sheet: pypdfium2.PdfPage, px_per_mm: float, pixels: int, ground: tuple[int, int, int, int]) -> Image:
    """A page as a picture. pixels: the format of its pixels, by pdfium's name. ground: the colour of the empty page."""
    width, height = (round(side * pdf.POINT_MM * px_per_mm) for side in sheet.get_size())
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, pixels)
    bitmap.fill_rect(ground, 0, 0, width, height)
    # The page is stretched to exactly these pixels: pypdfium2's own `render` would round up.
    raw.FPDF_RenderPageBitmap(bitmap, sheet, 0, 0, width, height, 0, 0)
    return np.array(bitmap.to_numpy(), dtype=np.uint8)

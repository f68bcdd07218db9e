"""Devices behind one interface each, real ones and virtual ones alike. They report and show; they decide nothing."""

/* Tables that stay in the AVR's flash; on other machines they are ordinary constants. */
#ifndef FLASH_H
#define FLASH_H

#ifdef __AVR__
#include <avr/pgmspace.h>
#define FLASH PROGMEM
#define flash_u8(at) pgm_read_byte(at)
#define flash_u32(at) pgm_read_dword(at)
#else
#define FLASH
#define flash_u8(at) (*(at))
#define flash_u32(at) (*(at))
#endif

#endif

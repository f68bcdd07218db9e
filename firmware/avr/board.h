/* The die box's pins: an Arduino Nano or Uno (ATmega328P, 16 MHz).
 *
 *   Arduino  AVR   what                             to
 *   D0, D1   PD0,1 the serial port                  the board's own USB
 *   D2       PD2   throw button                     ground; the pin pulls up
 *   D4       PD4   done button                      ground
 *   D5       PD5   undo button                      ground
 *   D6       PD6   hint button                      ground
 *   D3       PD3   buzzer (passive)                 100 ohm, buzzer, ground
 *   D7       PD7   first die: centre                330 ohm, LED, ground
 *   D8       PB0   first die: top left, bottom right   for each LED 330 ohm and the LED to ground
 *   D9       PB1   first die: top right, bottom left
 *   D10      PB2   first die: middle left and right
 *   D11      PB3   second die: centre
 *   D12      PB4   second die: top left, bottom right
 *   A1       PC1   second die: top right, bottom left
 *   A2       PC2   second die: middle left and right
 *   D13      PB5   the board's own LED: linked with the companion
 *   A0       PC0   10 cm of wire that touches nothing: the noise
 *
 * Seven LEDs a die need four pins, for every face lights the six outer pips in pairs. Two LEDs with 330 ohm each draw
 * 18 mA from a pin at most (limit 40 mA); a box with both dice on six and the centre dark draws about 110 mA (200 mA). */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "face.h"

void board_start(void);
void board_lamps(const uint8_t pips[DICE], bool linked);
void board_tone(uint16_t hz);
/* The contacts of the buttons, a bit for each closed one, in the order of enum button. */
uint8_t board_buttons(void);

#endif

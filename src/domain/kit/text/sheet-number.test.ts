import { expect, it } from 'vitest';
import { lostDigits, sheetDigits } from './sheet-number.ts';

// nyaruka/rapidpro#241, Crab2died/Excel4J#5: numbers that a spreadsheet, pandas or Java wrote as amounts.
it.each([
  ['12862936328.0', '12862936328'],
  ['12862936328.00', '12862936328'],
  ['1.2862936328E10', '12862936328'],
  ['1.2862936328e+10', '12862936328'],
  ['990000900101123.0', '990000900101123'],
  ['990000199001011231.0', '990000199001011231'],
  ['6212261202001234567.0', '6212261202001234567'],
  ['12862936328', '12862936328'],
  ['128.00', '128.00'],
  ['1.5', '1.5'],
  ['E12345678', 'E12345678'],
])('%s has the digits %s', (text, digits) => {
  expect(sheetDigits(text)).toBe(digits);
  expect(lostDigits(text)).toBe(false);
});

// cookieY/Yearning-go#39, alibaba/easyexcel#1168, dotnetcore/Magicodes.IE#140: 4.40981E+17, or its last digits as zeros.
it.each(['1.1E+17', '9.90000199001011E+17', '1.28629E+10', '4.40981e17', '990000199001011000.0', '990000199001011200.0', '6.21226E+18'])(
  '%s has lost digits',
  (text) => {
    expect(lostDigits(text)).toBe(true);
    expect(sheetDigits(text)).toBe(text);
  },
);

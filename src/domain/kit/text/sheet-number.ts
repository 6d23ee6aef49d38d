/*
 * Numbers that went through a spreadsheet, or through a program that read them as amounts. Both keep about fifteen digits: longer numbers
 * are rounded, and nobody can tell what they were.
 */

/** The digits of `12862936328.0` and `1.2862936328E10`; any other text stays, also one that may have lost digits. */
export function sheetDigits(text: string): string {
  const digits = digitsOf(text);
  return digits === undefined || isRounded(digits) ? text : digits;
}

/** Whether a text is a number that may have lost digits: `1.1E+17`, `110101199001011000.0`. */
export function lostDigits(text: string): boolean {
  const scientific = scientificForm.exec(text.trim());
  const digits = digitsOf(text.trim());
  return digits === undefined ? scientific !== null : isRounded(digits);
}

/** All digits of the number as it is written; undefined for other texts, and if there are fewer than its size has. */
function digitsOf(text: string): string | undefined {
  const amount = /^(\d{5,40})\.0+$/.exec(text)?.[1];
  if (amount !== undefined) return amount;
  const [, first = '', others = '', exponent = ''] = scientificForm.exec(text) ?? [];
  return first !== '' && Number(exponent) >= 4 && others.length === Number(exponent) ? first + others : undefined;
}

function isRounded(digits: string): boolean {
  return digits.length > 15 && (digits.endsWith('000') || BigInt(Number(digits)) === BigInt(digits));
}

const scientificForm = /^(\d)\.(\d{1,20})E\+?(\d{1,2})$/i;

/** Formats whole fen as yuan with two decimals: 12800 -> "128.00". @throws RangeError if `fen` is not a safe integer. */
export function formatYuan(fen: number): string {
  if (!Number.isSafeInteger(fen)) throw new RangeError(`${fen} is no amount of fen`);
  const digits = String(Math.abs(fen)).padStart(3, '0');
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Parses yuan with at most two decimals to whole fen; null if invalid: "128.00", "128.5", "128" -> 12800, 12850, 12800. No sign, exponent
 * or separators.
 */
export function parseYuan(text: string): number | null {
  const match = /^(0|[1-9]\d{0,12})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return null;
  // Digits are joined as text, because 0.29 times 100 is 28.999… in floating point.
  return Number(`${match[1] ?? ''}${(match[2] ?? '').padEnd(2, '0')}`);
}

/** An identity-card number as lists show it: `1101**********1234` (wire, section 6). Shorter numbers keep their last two letters at most. */
export function maskIdCard(idCard: string): string {
  const letters = [...idCard];
  if (letters.length === 0) return '';
  const [head, tail] = letters.length >= 15 ? [4, 4] : letters.length > 4 ? [1, 2] : [0, 1];
  return letters.map((letter, index) => (index < head || index >= letters.length - tail ? letter : '*')).join('');
}

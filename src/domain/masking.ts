/** An identity-card number as lists show it: `1101**********1234` (wire, section 6). Shorter numbers keep their last two letters at most. */
export function maskIdCard(idCard: string): string {
  const { length } = idCard; // Letters and digits alone: intake takes no other.
  if (length === 0) return '';
  const [head, tail] = length >= 15 ? [4, 4] : length > 4 ? [1, 2] : [0, 1];
  return idCard.slice(0, head) + '*'.repeat(length - head - tail) + idCard.slice(length - tail);
}

/**
 * Whether the number of a Hong Kong identity card, as it is stored (`A123456(3)`, `AB987654(3)`), ends in its check character; null for any
 * other form. Source: the letters A to Z count 10 to 35, a missing first letter 36, weighted 9 down to 1, and the sum is a multiple of 11.
 */
export function hongKongCardHolds(number: string): boolean | null {
  if (!/^[A-Z]{1,2}\d{6}\([\dA]\)$/.test(number)) return null;
  const characters = [...number.replaceAll(/[()]/g, '').padStart(9, ' ')];
  const sum = characters.reduce((total, character, at) => total + (9 - at) * (character === ' ' ? 36 : Number.parseInt(character, 36)), 0);
  return sum % 11 === 0;
}

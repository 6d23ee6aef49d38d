/** The number that an address asks for, as the QR code of a certificate does; empty where it asks for none. */
export function numberIn(search: string): string {
  return plainNumber(new URLSearchParams(search).get('number') ?? '');
}

/** People copy a number with blanks and in small letters. */
export function plainNumber(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase();
}

export function isNumber(text: string): boolean {
  return /^[0-9A-F]{32}$/.test(text);
}

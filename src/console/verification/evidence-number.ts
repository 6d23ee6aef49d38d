/** The evidence number in an address, such as that of a certificate's QR code; empty if there is none. */
export function numberIn(search: string): string {
  return plainNumber(new URLSearchParams(search).get('number') ?? '');
}

/** Removes blanks and lower case, which copied numbers may have. */
export function plainNumber(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase();
}

export function isNumber(text: string): boolean {
  return /^[0-9A-F]{32}$/.test(text);
}

/** What a certificate's QR code leads to: the open verification page with the number filled in. Stands on paper, so it is the public address. */
export function verifyAddress(number: string): string {
  return `${location.origin}/verify?number=${encodeURIComponent(number)}`;
}

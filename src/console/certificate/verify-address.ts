/**
 * What a certificate's QR code leads to: the open verification page with the number filled in. @param template of the server, with
 * `{number}` in it: what its PDFs say too.
 */
export function verifyAddress(number: string, template: string): string {
  return template.replaceAll('{number}', encodeURIComponent(number));
}

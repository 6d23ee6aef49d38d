/**
 * The target of a certificate's QR code: the public verification page with the number filled in. @param template from the server, contains
 * `{number}`; its PDFs use the same.
 */
export function verifyAddress(number: string, template: string): string {
  return template.replaceAll('{number}', encodeURIComponent(number));
}

/** The text of bytes, whatever they are: what is no UTF-8 becomes replacement characters. Empty without bytes. */
export function looseText(bytes: Uint8Array | undefined): string {
  return bytes ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : '';
}

/** Decodes any bytes; invalid UTF-8 becomes replacement characters. Empty for undefined. */
export function decodeLossy(bytes: Uint8Array | undefined): string {
  return bytes ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : '';
}

/** 128 random bits that name one request, so that the server knows it again. Not randomUUID: an office's plain-HTTP address has none. */
export function newRequestId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

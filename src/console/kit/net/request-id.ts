/** 128 random bits by which the server recognises a repeated request. Not randomUUID: it needs TLS, which not every office has. */
export function newRequestId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

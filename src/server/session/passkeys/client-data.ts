/** What the browser itself says of a signature (WebAuthn, 5.8.1), as far as it is needed before the signature is verified. */
export interface ClientData {
  readonly challenge: string;
  readonly origin: string;
}

/** Reads `clientDataJSON`, which came in base64url. Null when it is none. */
export function readClientData(encoded: string): ClientData | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
    if (typeof data !== 'object' || data === null || !('challenge' in data) || !('origin' in data)) return null;
    const { challenge, origin } = data;
    return typeof challenge === 'string' && typeof origin === 'string' ? { challenge, origin } : null;
  } catch {
    return null; // no JSON
  }
}

/** The part of the browser's client data (WebAuthn, 5.8.1) that is needed before the signature is verified. */
export interface ClientData {
  readonly challenge: string;
  readonly origin: string;
}

/** Parses `clientDataJSON` from base64url. Null if it is malformed. */
export function readClientData(encoded: string): ClientData | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
    if (typeof data !== 'object' || data === null || !('challenge' in data) || !('origin' in data)) return null;
    const { challenge, origin } = data;
    return typeof challenge === 'string' && typeof origin === 'string' ? { challenge, origin } : null;
  } catch {
    return null; // not JSON
  }
}

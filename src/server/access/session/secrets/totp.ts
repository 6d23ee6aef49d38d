import { createHmac, timingSafeEqual } from 'node:crypto';

export type TotpHash = 'sha1' | 'sha256' | 'sha512';

/** The one-time password of a time step, `digits` long. Source: RFC 4226, 5.3, and RFC 6238, 4. */
export function totpCode(secret: Uint8Array, step: number, digits = totpDigits, hash: TotpHash = 'sha1'): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac(hash, secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Number of 30-second steps since 1970. */
export function stepAt(timeMs: number): number {
  return Math.floor(timeMs / stepMs);
}

/** The time step of a code, allowing one step of clock difference either way; null if it matches none. */
export function stepOfCode(secret: Uint8Array, code: string, timeMs: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const now = stepAt(timeMs);
  const matching = [now - 1, now, now + 1].filter((step) => timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code)));
  return matching.at(-1) ?? null;
}

/** The URI that authenticator apps read from a QR code (Key URI Format); the secret in base32 without padding (RFC 4648, 6). */
export function totpUri(secret: Uint8Array, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const parameters = `secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
  return `otpauth://totp/${label}?${parameters}&algorithm=SHA1&digits=${totpDigits}&period=${stepMs / 1000}`;
}

export function base32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

const totpDigits = 6;
const stepMs = 30_000;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

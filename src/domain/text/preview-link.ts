/**
 * The file address in an address of the mobile pages (seed 1, section 2, Mobile preview pages): 23 random characters, then the address
 * in base64 with `/` replaced by `*`. It is an encoding and protects nothing: what may be shown is decided when it is read.
 */
export function encodePreviewLink(address: string, prefix: string = randomPrefix()): string {
  if (prefix.length !== prefixChars) throw new RangeError(`a prefix has ${prefixChars} characters`);
  let bytes = '';
  for (const byte of new TextEncoder().encode(address)) bytes += String.fromCharCode(byte);
  return prefix + btoa(bytes).replaceAll('/', '*');
}

/** Where files may come from: this server's own origins, and the storage that replaced an older one. */
export interface PreviewPlaces {
  /** Origins whose share addresses and signed links may be shown: `https://notary.example`. */
  readonly own: readonly string[];
  /** The host of old addresses, and the origin that has its files now; null where nothing moved. */
  readonly swap: { readonly fromHost: string; readonly toOrigin: string } | null;
}

/** The address that a link leads to, or null when it is not one of ours. The link is hostile: anybody can write one. */
export function decodePreviewLink(link: string, places: PreviewPlaces): string | null {
  const text = decodeText(link.slice(prefixChars));
  // A parser forgives blanks, line breaks and backslashes; an address that we wrote has none.
  if (text === null || !/^https?:\/\/[^\s\\@]+$/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return null;
  const { swap } = places;
  if (swap && (url.host === swap.fromHost || url.origin === swap.toOrigin)) return swap.toOrigin + url.pathname + url.search;
  return places.own.includes(url.origin) && /^\/(?:s|files)\/./.test(url.pathname) ? url.origin + url.pathname + url.search : null;
}

const prefixChars = 23;

function decodeText(encoded: string): string | null {
  const base64 = encoded.replaceAll('*', '/');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null;
  try {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null; // No base64, or no UTF-8.
  }
}

function randomPrefix(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  return Array.from(crypto.getRandomValues(new Uint8Array(prefixChars)), (byte) => letters[byte % letters.length]).join('');
}

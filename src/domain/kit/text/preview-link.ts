import { parseUrl } from './parse-url.ts';
/**
 * Encodes the address of a file for a mobile page's address (spec/console, 2.16): 23 random characters, then the
 * address in base64 with `/` replaced by `*`. This is an encoding, not protection: access is checked when the link is read.
 */
export function encodePreviewLink(address: string, prefix: string = randomPrefix()): string {
  if (prefix.length !== prefixChars) throw new RangeError(`a prefix has ${prefixChars} characters`);
  let bytes = '';
  for (const byte of new TextEncoder().encode(address)) bytes += String.fromCharCode(byte);
  return prefix + btoa(bytes).replaceAll('/', '*');
}

/** Where files may come from: this server's own origins, and storage that replaced an older host. */
export interface PreviewPlaces {
  /** Origins whose share addresses and signed links may be shown, for example `https://notary.example`. */
  readonly own: readonly string[];
  /** The host of old addresses and the origin that now serves its files; null if nothing moved. */
  readonly swap: { readonly fromHost: string; readonly toOrigin: string } | null;
}

/** Decodes a link; null if the address is not one of ours. The link is untrusted: anyone can write one. */
export function decodePreviewLink(link: string, places: PreviewPlaces): string | null {
  const text = decodeText(link.slice(prefixChars));
  // URL parsers tolerate blanks, line breaks and backslashes; our own addresses have none.
  if (text === null || !/^https?:\/\/[^\s\\@]+$/i.test(text)) return null;
  const url = parseUrl(text);
  if (!url || url.username !== '' || url.password !== '') return null;
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
    return null; // Not base64, or not UTF-8.
  }
}

function randomPrefix(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  return Array.from(crypto.getRandomValues(new Uint8Array(prefixChars)), (byte) => letters[byte % letters.length]).join('');
}

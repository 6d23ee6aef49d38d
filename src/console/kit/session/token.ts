import { cookieName, cookieOf } from '../../../contract/wire.ts';
import { draftPrefix } from '../drafts/draft-prefix.ts';
import { ofTab } from '../storage/storage.ts';

/**
 * The token of the signed-in operator. The cookie is authoritative: one operator per browser. The session storage mirrors it
 * (spec/console, 9.10), and a new tab, whose storage is empty, takes the token from the cookie.
 */
const tokenKey = 'token';
/** The token in a browser that refuses cookies; it lasts as long as the page. */
let withoutCookies = '';

/** The token; empty if nobody is signed in. */
export function currentToken(): string {
  const token = readToken();
  if (token === '') forgetTab();
  else if (ofTab.getItem(tokenKey) !== token) {
    forgetTab(); // this tab's data belongs to a session that has ended
    ofTab.setItem(tokenKey, token);
  }
  return token;
}

export function isSignedIn(): boolean {
  return currentToken() !== '';
}

export function storeToken(token: string): void {
  ofTab.setItem(tokenKey, token);
  document.cookie = `${cookieName('token', isSecure())}=${encodeURIComponent(token)}${attributes()}`;
  if (isSecure()) dropCookie('token');
  if (readToken() !== token) withoutCookies = token;
}

/** Deletes `token` everywhere; a newer one written by another tab stays. */
export function forgetToken(token: string): void {
  if (readToken() === token) for (const name of new Set(['token', cookieName('token', isSecure())])) dropCookie(name);
  withoutCookies = '';
  forgetTab();
}

function dropCookie(name: string): void {
  document.cookie = `${name}=${attributes()}; Max-Age=0`;
}

/** Clears this tab's storage except drafts, which are encrypted and wait for their operator's return. */
function forgetTab(): void {
  for (const key of ofTab.keys()) if (!key.startsWith(draftPrefix)) ofTab.removeItem(key);
}

/**
 * The token in the cookies. Over TLS the cookie without the prefix, which a sibling host may have set, counts only in a tab that already
 * worked with this token: a session that began before the prefix goes on.
 */
export function cookieToken(cookies: string, { isSecure, known }: { isSecure: boolean; known: string | null }): string {
  const token = cookieOf(cookies, cookieName('token', isSecure));
  const earlier = cookieOf(cookies, 'token');
  return token === '' && earlier === known ? earlier : token;
}

function readToken(): string {
  return cookieToken(document.cookie, { isSecure: isSecure(), known: ofTab.getItem(tokenKey) }) || withoutCookies;
}

function isSecure(): boolean {
  return location.protocol === 'https:';
}

function attributes(): string {
  return `; Path=/; SameSite=Strict${isSecure() ? '; Secure' : ''}`;
}

import { draftPrefix } from '../drafts/draft-prefix.ts';

/**
 * The token of the signed-in operator. The cookie is authoritative: one operator per browser. The session storage mirrors it (seed 1,
 * section 9), and a new tab, whose storage is empty, takes the token from the cookie.
 */
const tokenKey = 'token';

/** The token; empty if nobody is signed in. */
export function currentToken(): string {
  const token = cookieToken(document.cookie);
  if (token === '') forgetTab();
  else if (sessionStorage.getItem(tokenKey) !== token) {
    forgetTab(); // this tab's data belongs to a session that has ended
    sessionStorage.setItem(tokenKey, token);
  }
  return token;
}

export function isSignedIn(): boolean {
  return currentToken() !== '';
}

export function storeToken(token: string): void {
  sessionStorage.setItem(tokenKey, token);
  document.cookie = `${tokenKey}=${encodeURIComponent(token)}${attributes()}`;
}

/** Deletes `token` everywhere; a newer one written by another tab stays. */
export function forgetToken(token: string): void {
  if (cookieToken(document.cookie) === token) document.cookie = `${tokenKey}=${attributes()}; Max-Age=0`;
  forgetTab();
}

/** Clears this tab's storage except drafts, which are encrypted and wait for their operator's return. */
function forgetTab(): void {
  for (const key of Object.keys(sessionStorage)) if (!key.startsWith(draftPrefix)) sessionStorage.removeItem(key);
}

/** The value of the cookie `token` in a cookie header; empty if there is none. */
export function cookieToken(cookies: string): string {
  const pair = cookies.split('; ').find((part) => part.startsWith(`${tokenKey}=`));
  return pair === undefined ? '' : decodeURIComponent(pair.slice(tokenKey.length + 1));
}

function attributes(): string {
  return `; Path=/; SameSite=Strict${location.protocol === 'https:' ? '; Secure' : ''}`;
}

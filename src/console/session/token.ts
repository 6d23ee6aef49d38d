import { draftPrefix } from '../drafts/draft-prefix.ts';

/**
 * The token of the signed-in operator. The cookie decides: one browser, one operator; the session storage mirrors it (seed 1, section 9),
 * and a new tab, whose storage is empty, picks the token up from the cookie.
 */
const tokenKey = 'token';

/** The token, or an empty text when nobody is signed in. */
export function currentToken(): string {
  const token = cookieToken(document.cookie);
  if (token === '') forgetTab();
  else if (sessionStorage.getItem(tokenKey) !== token) {
    forgetTab(); // what this tab holds belongs to a session that is over
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

/** Forgets `token` everywhere; a newer one that another tab has written stays. */
export function forgetToken(token: string): void {
  if (cookieToken(document.cookie) === token) document.cookie = `${tokenKey}=${attributes()}; Max-Age=0`;
  forgetTab();
}

/** Empties this tab's storage but for drafts, which are sealed: their operator finds them again when he comes back. */
function forgetTab(): void {
  for (const key of Object.keys(sessionStorage)) if (!key.startsWith(draftPrefix)) sessionStorage.removeItem(key);
}

/** The value of the cookie `token` in a cookie header; empty when there is none. */
export function cookieToken(cookies: string): string {
  const pair = cookies.split('; ').find((part) => part.startsWith(`${tokenKey}=`));
  return pair === undefined ? '' : decodeURIComponent(pair.slice(tokenKey.length + 1));
}

function attributes(): string {
  return `; Path=/; SameSite=Strict${location.protocol === 'https:' ? '; Secure' : ''}`;
}

/** Which addresses a visitor may see (spec/console, 2.4). Pure, because the root view and the frame both use it. */
export type RouteDecision = { readonly kind: 'stay' } | { readonly kind: 'go'; readonly to: string };

/** Target for a signed-in visitor of an open route. An operator whose menu lacks it goes to their first page instead. */
export const homePath = '/user/enterprise';
export const loginPath = '/login';
/** Target of the brand in the corner. */
export const workbenchPath = '/workbench';

export function guard(path: string, signedIn: boolean): RouteDecision {
  if (path === '/') return guardedGo(loginPath, signedIn);
  if (isPublicPage(path)) return { kind: 'stay' };
  if (isOpenRoute(path)) return signedIn ? { kind: 'go', to: homePath } : { kind: 'stay' };
  return signedIn ? { kind: 'stay' } : { kind: 'go', to: loginPath };
}

/**
 * Pages for everybody, signed in or not: an operator can follow a certificate's hash or verification address without losing their place.
 */
export function isPublicPage(path: string): boolean {
  return path.startsWith('/explorer/') || path === '/verify';
}

/** Routes without login: the login page, and the targets of QR codes. */
export function isOpenRoute(path: string): boolean {
  return path === loginPath || path.startsWith('/mobile/');
}

function guardedGo(to: string, signedIn: boolean): RouteDecision {
  const next = guard(to, signedIn);
  return next.kind === 'go' ? next : { kind: 'go', to };
}

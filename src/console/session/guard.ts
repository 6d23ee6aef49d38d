/** Who may see which address (seed 1, section 2, Navigation guard). Pure: the stage and the frame both ask it. */
export type RouteDecision = { readonly kind: 'stay' } | { readonly kind: 'go'; readonly to: string };

/** Where a signed-in visitor of an open route is sent; an operator whose menu lacks it goes to his first page instead. */
export const homePath = '/user/enterprise';
export const loginPath = '/login';
/** Where the brand in the corner leads. */
export const workbenchPath = '/workbench';

export function guard(path: string, signedIn: boolean): RouteDecision {
  if (path === '/') return guardedGo(loginPath, signedIn);
  if (isPublicPage(path)) return { kind: 'stay' };
  if (isOpenRoute(path)) return signedIn ? { kind: 'go', to: homePath } : { kind: 'stay' };
  return signedIn ? { kind: 'stay' } : { kind: 'go', to: loginPath };
}

/**
 * What everybody may read, signed in or not: an operator follows a certificate's hash or its verification address without losing his place.
 */
export function isPublicPage(path: string): boolean {
  return path.startsWith('/explorer/') || path === '/verify';
}

/** Routes that need no login: the login page, and what QR codes lead to. */
export function isOpenRoute(path: string): boolean {
  return path === loginPath || path.startsWith('/mobile/');
}

function guardedGo(to: string, signedIn: boolean): RouteDecision {
  const next = guard(to, signedIn);
  return next.kind === 'go' ? next : { kind: 'go', to };
}

import type { ComponentType } from 'react';
import type { Permission } from '../../domain/access/access.ts';
import type { ListSource } from '../list/list-source.ts';
import type { PathOf } from '../net/call.ts';
import type { Fields } from '../net/request.ts';

/** One address of the console. Its feature lists it in its `screens.ts`, and the shell all of them. */
export interface Screen {
  /** As react-router reads it; capitals count. */
  readonly path: string;
  readonly title: string;
  /** Any of these opens it, or being signed in; the server decides again at each call. */
  readonly permission: readonly [Permission, ...Permission[]] | 'signedIn';
  readonly load: () => Promise<ComponentType>;
  /** A list's source, or the one call of another screen: asked for before the screen's chunk has come. */
  readonly list?: ListSource | ((params: Readonly<Record<string, string>>) => ListSource);
  readonly first?: (params: Readonly<Record<string, string>>) => { readonly path: PathOf<'GET'>; readonly fields: Fields };
  /**
   * The page above it in the breadcrumb, when the menu does not have it: an address, or the page that the operator came from.
   * The attestation and certificate routes take `'previous'` (seed 1, section 2, Navigation guard).
   */
  readonly parent?: string;
}

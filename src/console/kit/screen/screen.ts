import type { ComponentType } from 'react';
import type { Permission } from '../../../domain/business/access/access.ts';
import type { ListSource } from '../list/list-source.ts';
import type { PathOf } from '../net/call.ts';
import type { Fields } from '../net/request.ts';

/** A screen at one address of the console. Its feature lists it in its `screens.ts`, and the shell collects them. */
export interface Screen {
  /** A react-router pattern; case-sensitive. */
  readonly path: string;
  readonly title: string;
  /** Any of these opens it, or being signed in. The server checks again on each call. */
  readonly permission: readonly [Permission, ...Permission[]] | 'signedIn';
  readonly load: () => Promise<ComponentType>;
  /** A list's source, or the only call of another screen. It is requested before the screen's chunk has loaded. */
  readonly list?: ListSource | ((params: Readonly<Record<string, string>>) => ListSource);
  readonly first?: (params: Readonly<Record<string, string>>) => { readonly path: PathOf<'GET'>; readonly fields: Fields };
  /**
   * The parent page in the breadcrumb if the menu does not have it: an address, or `'previous'` for the page that the operator came from,
   * as for the attestation and certificate routes (spec/console, 2.4).
   */
  readonly parent?: string;
}

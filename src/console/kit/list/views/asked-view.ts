import type { ViewRow } from '../../../../contract/console/views.ts';

/** What an address requests: the plain list, one of its views, or a decision once the views are known. */
export type AskedView =
  | { readonly kind: 'plain' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'view'; readonly view: ViewRow }
  /** The view does not exist, or it belongs to somebody else. */
  | { readonly kind: 'gone' }
  /** The list has a default view, and its address is bare. */
  | { readonly kind: 'go'; readonly id: string };

interface Known {
  /** The views of this list; undefined until they are known. */
  readonly views: readonly ViewRow[] | undefined;
  readonly hasFailed: boolean;
  /** Whether a bare address opens the default view, and which one is expected before the views are known. */
  readonly takesDefault: boolean;
  readonly expected: string;
}

export function askedView(search: URLSearchParams, { views, hasFailed, takesDefault, expected }: Known): AskedView {
  const id = search.get('view');
  if (id === null || id === '') {
    if (!takesDefault || search.toString() !== '') return { kind: 'plain' };
    if (!views) return { kind: expected !== '' && !hasFailed ? 'waiting' : 'plain' };
    const standard = views.find((view) => view.is_default === 1);
    return standard ? { kind: 'go', id: standard.id } : { kind: 'plain' };
  }
  if (id === noView) return { kind: 'plain' };
  if (!views) return { kind: hasFailed ? 'gone' : 'waiting' };
  const view = views.find((one) => one.id === id);
  return view ? { kind: 'view', view } : { kind: 'gone' };
}

/** Value in the address for the plain list, although it has a default view. */
export const noView = '0';

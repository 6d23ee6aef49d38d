import type { ViewRow } from '../../../contract/console/views/views.ts';

/** What an address asks for: the list as it is, one of its views, or that it be decided once the views are known. */
export type AskedView =
  | { readonly kind: 'plain' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'view'; readonly view: ViewRow }
  /** There is no such view, or it is another's. */
  | { readonly kind: 'gone' }
  /** The list has a default, and its address says nothing else. */
  | { readonly kind: 'go'; readonly id: string };

interface Known {
  /** Of this list; undefined until they are known. */
  readonly views: readonly ViewRow[] | undefined;
  readonly hasFailed: boolean;
  /** The default is looked for, and which one is expected before the views are known. */
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

/** In an address: the list as it is, although it has a default. */
export const noView = '0';

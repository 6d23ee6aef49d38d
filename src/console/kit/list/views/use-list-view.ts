import { useEffect, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { ViewRow } from '../../../../contract/console/views.ts';
import type { ListPath, ListSource } from '../list-source.ts';
import { askedView, noView } from './asked-view.ts';
import { expectedDefault } from './default-view.ts';
import { openLists } from './open-lists.ts';
import { useViews } from './use-views.ts';
import { viewedSource } from './viewed-source.ts';

/** A list as its address requests it: through a view, or plain. */
export interface ListView<P extends ListPath> {
  readonly source: ListSource<P>;
  readonly view: ViewRow | undefined;
  /** All views of this list. */
  readonly views: readonly ViewRow[];
  /** The rows wait until their view is known. */
  readonly isWaiting: boolean;
  /** The address names a view that does not exist, or not for this operator. */
  readonly isGone: boolean;
  /** Opens another view; without an id, the plain list. */
  open(id: string | undefined): void;
}

/** `takesDefault`: a bare address opens the operator's default view of the list. */
export function useListView<P extends ListPath>(name: string, base: ListSource<P>, takesDefault: boolean): ListView<P> {
  const { pathname } = useLocation();
  useEffect(() => openLists.add(), []);
  const [search, setSearch] = useSearchParams();
  const { data, isError } = useViews();
  const views = useMemo(() => data?.filter(({ list }) => list === name), [data, name]);
  const asked = askedView(search, { views, hasFailed: isError, takesDefault, expected: expectedDefault(pathname) });
  const view = asked.kind === 'view' ? asked.view : undefined;
  const id = search.get('view') ?? '';
  const source = useMemo(() => viewedSource(base, id, view), [base, id, view]);
  const standard = asked.kind === 'go' ? asked.id : '';
  useEffect(() => {
    if (standard !== '') setSearch({ view: standard }, { replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once per address with a default
  }, [standard]);
  const hasDefault = takesDefault && views?.some((one) => one.is_default === 1) === true;
  return {
    source,
    view,
    views: views ?? [],
    isWaiting: asked.kind === 'waiting' || asked.kind === 'go',
    isGone: asked.kind === 'gone',
    open: (target) => setSearch(target === undefined ? (hasDefault ? { view: noView } : {}) : { view: target }),
  };
}

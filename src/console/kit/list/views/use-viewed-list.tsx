import { useMemo, type ReactNode } from 'react';
import { useParams } from 'react-router';
import type { ViewListName } from '../../../../contract/console/view-lists.ts';
import { useOperator, type Operator } from '../../session/operator.tsx';
import type { Column } from '../columns.ts';
import { missingColumns } from '../layout/layout.ts';
import { layoutOf, useLayout } from '../layout/use-layout.ts';
import { valuesOf, type ListPath, type ListSource, type RowOf } from '../list-source.ts';
import { useSizedSource } from '../paging/page-size.ts';
import { useListAddress } from '../use-list-address.ts';
import { missingFilters } from './missing-filters.ts';
import { useListView } from './use-list-view.ts';
import { ViewMenu } from './view-menu.tsx';
import { ViewNotice } from './view-notice.tsx';

interface Spec<P extends ListPath> {
  readonly name: ViewListName;
  readonly source: ListSource<P> | ((params: Readonly<Record<string, string | undefined>>) => ListSource<P>);
  readonly columns: readonly Column<RowOf<P>>[];
}

/** A list as its address requests it: source, address and layout, taken from its view and the operator's settings. */
export function useViewedList<P extends ListPath>(spec: Spec<P>) {
  const { uid, can } = useOperator();
  const params = useParams();
  const whole = useMemo(() => (typeof spec.source === 'function' ? spec.source(params) : spec.source), [spec, params]);
  const base = useMemo(
    () => permittedSource(whole, can),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- permissions change only with the operator
    [whole, uid],
  );
  const columns = spec.columns.filter(({ permission }) => permission === undefined || can(permission));
  const { source: sized, keepSize } = useSizedSource(base, uid);
  // A page with initial filter values keeps them.
  const takesDefault = base.filters.every(({ initial }) => initial === undefined);
  const { source, view, views, isWaiting, isGone, open } = useListView(spec.name, sized, takesDefault);
  const place = useListAddress(source, keepSize);
  const layout = useLayout(uid, spec.name, columns, view);
  const values = valuesOf(source, place.search);
  const begun = valuesOf(source, new URLSearchParams());
  const menu: ReactNode = (
    <ViewMenu
      list={spec.name}
      views={views}
      view={view}
      isChanged={layout.isChanged || source.filters.some(({ field }) => values[field] !== begun[field])}
      filters={Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))}
      layout={layout}
      open={open}
      openAnew={() => place.apply(begun)}
    />
  );
  const notice: ReactNode = (
    <ViewNotice
      isGone={isGone}
      columns={view ? missingColumns(columns, layoutOf(view)) : []}
      filters={view ? missingFilters(whole, view, begun) : []}
      leave={() => open(undefined)}
    />
  );
  return { source, place, layout, isWaiting, menu, notice };
}

/** Removes the filters that need another permission. */
function permittedSource<P extends ListPath>(source: ListSource<P>, can: Operator['can']): ListSource<P> {
  const isPermitted = ({ permission }: ListSource['filters'][number]) => permission === undefined || can(permission);
  return source.filters.every(isPermitted) ? source : { ...source, filters: source.filters.filter(isPermitted) };
}

import { useSearchParams } from 'react-router';
import { limitOf, listFields, pageOf, searchOf, valueOf, valuesOf, type ListPath, type ListSource } from './list-source.ts';

/**
 * The state of a list that its address holds, and the functions that change it. The list stores this state nowhere else.
 * @param keepSize receives the rows per page that the operator chooses.
 */
export function useListAddress<P extends ListPath>(source: ListSource<P>, keepSize: (size: number) => void) {
  const [search, setSearch] = useSearchParams();
  const page = pageOf(search);
  const limit = limitOf(source, search);
  const values = () => valuesOf(source, search);
  const orderFilter = source.filters.find((filter) => filter.kind === 'order');
  const isOrdered = orderFilter !== undefined && valueOf(orderFilter, search) === orderFilter.value;
  return {
    search,
    /** Equal strings mean equal rows. */
    address: search.toString(),
    page,
    limit,
    /** Goes to page 1 of other filters. @returns false if the address requests the same already. */
    apply: (filters: Record<string, string>): boolean => {
      const next = searchOf(source, filters, { limit });
      const isNew = JSON.stringify(listFields(source, next)) !== JSON.stringify(listFields(source, search));
      if (isNew) setSearch(next);
      return isNew;
    },
    turnTo: (target: number) => setSearch(searchOf(source, values(), { page: target, limit })),
    /** Replaces the current address in the history. */
    goBackTo: (target: number) => setSearch(searchOf(source, values(), { page: target, limit }), { replace: true }),
    resize: (size: number) => {
      keepSize(size);
      setSearch(searchOf(source, values(), { limit: size }));
    },
    order: orderFilter && {
      field: orderFilter.field,
      label: orderFilter.label,
      isOn: isOrdered,
      toggle: () => setSearch(searchOf(source, { ...values(), [orderFilter.field]: isOrdered ? '' : orderFilter.value }, { limit })),
    },
  };
}

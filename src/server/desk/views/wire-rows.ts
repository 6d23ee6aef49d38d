import type { ViewRow } from '../../../contract/console/views.ts';
import { listDensity, viewScope } from '../../../domain/business/codes/views.ts';
import { maskIdNumber } from '../../../domain/kit/text/masking.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { FoundView } from './store.ts';
import { knownFilters } from './view-list.ts';

/** The filters with identity numbers masked, as the trail and the readers of another's shared view see them. */
export function maskedFilters(filters: FoundView['filters']): FoundView['filters'] {
  return Object.fromEntries(Object.entries(filters).map(([field, value]) => [field, maskIdNumber(value)]));
}

/** @param isOwn whether the reader is the view's owner, who alone sees the identity number that they look for. */
export function viewRowOf(view: FoundView, count: number | null, { isEditable, isOwn }: { isEditable: boolean; isOwn: boolean }): ViewRow {
  const scope = view.role_id === null ? 'own' : 'role';
  const { filters, dropped } = knownFilters(view.list, view.filters);
  return {
    id: view.id,
    list: view.list,
    name: isOwn ? view.name : maskIdNumber(view.name),
    filters: isOwn ? filters : maskedFilters(filters),
    dropped,
    columns: [...view.columns],
    density: listDensity.code(view.density),
    scope: viewScope.code(scope),
    scope_name: viewScope.label(scope),
    owner_id: view.owner_id,
    owner: view.owner,
    position: view.position ?? '',
    editable: isEditable ? 1 : 0,
    is_default: view.isDefault ? 1 : 0,
    pinned: view.isPinned ? 1 : 0,
    count,
    version: view.version,
    update_time: formatTime(view.updated_at),
  };
}

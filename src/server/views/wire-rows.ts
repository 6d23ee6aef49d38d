import type { ViewRow } from '../../contract/console/views/views.ts';
import { listDensity, viewScope } from '../../domain/codes/views.ts';
import { formatTime } from '../../domain/text/time.ts';
import type { FoundView } from './store.ts';
import { knownFilters } from './view-list.ts';

export function viewRowOf(view: FoundView, count: number | null, isEditable: boolean): ViewRow {
  const scope = view.role_id === null ? 'own' : 'role';
  return {
    id: view.id,
    list: view.list,
    name: view.name,
    ...knownFilters(view.list, view.filters),
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

import { useQueryClient } from '@tanstack/react-query';
import { viewScope } from '../../../../domain/business/codes/views.ts';
import type { ViewRow } from '../../../../contract/console/views.ts';
import { post, type FieldsOf } from '../../net/call.ts';
import { TransportError } from '../../net/request.ts';
import { CallRefused } from '../../net/verdict.ts';
import { toast } from '../../ui/toast.ts';
import { viewsKey } from './use-views.ts';

type SavedFields = FieldsOf<'POST', '/api/ajax/view/save'>;
/** Result of an act: the view's id, or the errors of its fields. */
export type ViewOutcome = { readonly id: string } | { readonly faults: Readonly<Record<string, string>> };

/** The acts on views. Each resolves after the views were fetched again; the server's message reports the result. */
export function useViewActs() {
  const cache = useQueryClient();
  const carryOut = async (work: () => Promise<{ id: string } | null>): Promise<ViewOutcome> => {
    try {
      const done = await work();
      return { id: done?.id ?? '' };
    } catch (error) {
      if (error instanceof TransportError) toast('error', error.message);
      return { faults: error instanceof CallRefused ? error.fields : {} };
    } finally {
      await cache.refetchQueries({ queryKey: viewsKey }).catch(() => undefined);
    }
  };
  return {
    save: (fields: SavedFields) => carryOut(() => post('/api/ajax/view/save', fields)),
    share: ({ id, scope }: ViewRow) =>
      carryOut(() => post('/api/ajax/view/save', { id, scope: viewScope.code(viewScope.is(scope, 'role') ? 'own' : 'role') })),
    pin: ({ id, pinned }: ViewRow) => carryOut(() => post('/api/ajax/view/save', { id, pinned: 1 - pinned })),
    setDefault: ({ id, is_default }: Pick<ViewRow, 'id' | 'is_default'>) =>
      carryOut(() => post('/api/ajax/view/setDefault', { id, status: 1 - is_default })),
    remove: ({ id }: ViewRow) => carryOut(() => post('/api/ajax/view/delete', { id })),
  };
}
export type ViewActs = ReturnType<typeof useViewActs>;

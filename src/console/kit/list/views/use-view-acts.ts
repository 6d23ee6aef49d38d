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
    save: (fields: SavedFields) => carryOut(() => post('/api/ajax/view/save', fields, { about: { name: String(fields.name ?? '') } })),
    share: ({ id, name, scope }: ViewRow) => {
      const isShared = viewScope.is(scope, 'role');
      const about = { act: isShared ? '已取消共享' : '已共享给本角色', name };
      return carryOut(() => post('/api/ajax/view/save', { id, scope: viewScope.code(isShared ? 'own' : 'role') }, { about }));
    },
    pin: ({ id, name, pinned }: ViewRow) =>
      carryOut(() =>
        post('/api/ajax/view/save', { id, pinned: 1 - pinned }, { about: { act: pinned === 1 ? '已取消固定' : '已固定到菜单', name } }),
      ),
    setDefault: ({ id, name, is_default }: Pick<ViewRow, 'id' | 'name' | 'is_default'>) => {
      const about = { act: is_default === 1 ? '已取消默认' : '已设为默认', name };
      return carryOut(() => post('/api/ajax/view/setDefault', { id, status: 1 - is_default }, { about }));
    },
    remove: ({ id, name }: ViewRow) => carryOut(() => post('/api/ajax/view/delete', { id }, { about: { act: '已删除', name } })),
  };
}
export type ViewActs = ReturnType<typeof useViewActs>;

import { beforeAll, expect } from 'vitest';
import type { ViewRow } from '../../../src/contract/console/views/views.ts';
import type { testApp } from '../app.ts';
import { operators } from '../factories/access.ts';

type Session = Awaited<ReturnType<ReturnType<typeof operators>['holding']>>;
type Admin = Awaited<ReturnType<ReturnType<typeof testApp>['signIn']>>;
type Caller = { get: Session['get']; post: Session['post'] };
type Listed = { list: ViewRow[]; count: number };
export const [enterprise, individual] = [2, 3];

/** Two operators of one role, one of another, role 1, and their calls about views. */
export function viewDesk(installation: ReturnType<typeof testApp>) {
  const { role, account, holding } = operators(installation);
  const people = {} as { owner: Session; colleague: Session; stranger: Session; admin: Admin };
  beforeAll(async () => {
    const shared = await role([enterprise, individual]);
    const member = async (name: string) => {
      const made = await account(shared, name);
      return { ...(await installation.signIn(made.username)), ...made, roleId: shared };
    };
    people.owner = await member('林岚');
    people.colleague = await member('周同');
    people.stranger = await holding(enterprise);
    people.admin = await installation.signIn('admin@example.com');
  });
  const save = (who: Caller, fields: Record<string, string | number>) =>
    who.post<{ id: string; msg?: string }>('/api/ajax/view/save', fields);
  const read = async (who: Caller, list = '') => (await who.get<Listed>('/api/ajax/view/getList', { list })).data.list;
  let made = 0;
  const fresh = (change: Record<string, string | number> = {}) => ({ list: 'enterprise-users', name: `视图${(made += 1)}`, ...change });
  return {
    people,
    account,
    holding,
    save,
    read,
    fresh,
    find: async (who: Caller, id: string) => (await read(who)).find((view) => view.id === id),
    async saved(who: Caller, change: Record<string, string | number> = {}): Promise<string> {
      const { code, data } = await save(who, fresh(change));
      expect([code, data]).toEqual([200, { id: expect.stringMatching(/^\d+$/) as string }]);
      return data.id;
    },
  };
}

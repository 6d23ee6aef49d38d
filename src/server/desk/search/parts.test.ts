import { expect, it } from 'vitest';
import type { Database } from '../../platform/db/database.ts';
import type { Found, Finder } from './finder.ts';
import { searchRoutes } from './routes.ts';

const hit = (id: string) => ({ id, title: id, texts: [], status: '', url: `/${id}`, acts: [] });
const found = (hits: Found['hits']): Found => ({ hits, isListed: true });

/** Runs a search. Returns its answer, and which finders were asked for parts. */
async function search(keyword: string, whole: readonly Found['hits'][]) {
  const parts: number[] = [];
  const finders = whole.map(
    (hits, at): Finder => ({
      kind: `kind-${at}`,
      name: '',
      needs: 'user:individual',
      list: '/list',
      find: async () => found(hits),
      findPart: async () => (parts.push(at), found([hit(`part-${at}`)])),
    }),
  );
  const bare: Finder = { kind: 'bare', name: '', needs: 'user:individual', list: '/list', find: async () => found([]) };
  const { findRecords } = searchRoutes({ db: undefined as unknown as Database, finders: () => [...finders, bare] });
  const caller = { operator: { permissions: new Set(['user:individual']) }, ip: '' };
  const { list } = (await findRecords({ keyword }, caller as never)) as { list: readonly { hits: readonly { id: string }[] }[] };
  return { parts, ids: list.flatMap(({ hits }) => hits.map(({ id }) => id)) };
}

it.each(['20261124ABCDEF0123456789', '13800000000', 'A'.repeat(32), '4200001234567890'])(
  '%s is looked for as a part where nobody has it as a whole',
  async (number) => {
    expect(await search(number, [[], []])).toEqual({ parts: [0, 1], ids: ['part-0', 'part-1'] });
    expect(await search(number, [[], [hit('whole')]])).toEqual({ parts: [], ids: ['whole'] });
  },
);

it('is found where it is too common to be shown at once', async () => {
  expect(await search('4200001234567890', [null, []])).toEqual({ parts: [], ids: [] });
});

it('a text is looked for once', async () => {
  expect(await search('某公司', [[], []])).toEqual({ parts: [], ids: [] });
});

import { describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import {
  calls,
  download,
  evidenceInSight,
  kinds,
  list,
  lists,
  ownOnly,
  pageOf,
  typeOf,
  views,
  type EvidenceSample,
  type Kind,
  type Operator,
} from '../../../../test/installation/scenarios/visibility.ts';

const installation = testApp();
const { samples, own, operator } = evidenceInSight(installation);

const nodeSets: readonly number[][] = [
  [],
  [7],
  [8],
  [12],
  [13],
  [14],
  [10],
  [10, 37],
  [37],
  [8, 37],
  [13, 37],
  [12, 10, 37],
  [7, 8, 12, 13, 14],
  [7, 8, 10, 12, 13, 14],
];
const roles = nodeSets
  .flatMap((nodes) => [nodes, [...nodes, download]])
  .map((nodes) => [nodes.length === 0 ? 'no node' : nodes.join(), nodes] as const);

describe('every call that shows, plays or hands out evidence follows the one rule', () => {
  it.each(roles)('for a role with %s', async (_name, nodes) => {
    const by = await operator(...nodes);
    const found: string[] = [];
    const expected: string[] = [];
    const count = async () =>
      (
        await installation.db
          .selectFrom('download_history')
          .select((eb) => eb.fn.countAll<string>().as('n'))
          .where('account_id', '=', by.id)
          .executeTakeFirstOrThrow()
      ).n;
    for (const { name, of, may, ask } of calls) {
      for (const sample of samples.filter(({ kind }) => of.includes(kind))) {
        const before = await count();
        const answer = await ask(by, sample.number, sample.kind);
        const isOpen = answer.code === 200;
        if (!isOpen)
          expect([name, sample.kind, sample.cover, answer.code, /\/files\//.test(JSON.stringify(answer)), await count()]).toEqual([
            name,
            sample.kind,
            sample.cover,
            403,
            false,
            before,
          ]);
        if (isOpen) found.push(`${name} ${sample.kind} ${sample.cover}`);
        if (may(nodes, sample)) expected.push(`${name} ${sample.kind} ${sample.cover}`);
      }
    }
    expect(found).toEqual(expected);
  });

  it.each(roles)('the history of a number too, for a role with %s', async (_name, nodes) => {
    const by = await operator(...nodes);
    for (const sample of samples) {
      for (const is_batch of [0, 1]) {
        const answer = await by.get<{ count: number } | null>('/api/DownHistory/getList', {
          type: typeOf(sample.kind),
          baoquan_no: sample.number,
          is_batch,
        });
        const isListed = answer.code === 200 && (answer.data?.count ?? 0) > 0;
        if (is_batch === 0) expect([sample.kind, sample.cover, isListed]).toEqual([sample.kind, sample.cover, views(nodes, sample)]);
        if (!views(nodes, sample)) expect([sample.kind, sample.cover, isListed]).toEqual([sample.kind, sample.cover, false]);
      }
    }
  });

  it.each(roles)('what stands beside it too, under each of its names, for a role with %s', async (_name, nodes) => {
    const by = await operator(...nodes);
    for (const sample of samples) {
      const origin = { web: 'capture', process: 'recording', move: 'recording', person: 'evidence', company: 'evidence' }[sample.kind];
      for (const object of new Set([`evidence/${sample.number}`, `${origin}/${sample.number}`])) {
        const { code } = await by.get('/api/ajax/note/getList', { object });
        expect([object, sample.cover, code]).toEqual([object, sample.cover, views(nodes, sample) ? 200 : 403]);
      }
    }
  });

  it.each(roles)('and the history of a list is for whoever sees the list, for a role with %s', async (_name, nodes) => {
    const by = await operator(...nodes);
    for (const [type, pages] of [
      [1, [7, 8]],
      [2, [12]],
      [3, [13]],
      [4, [14]],
    ] as const) {
      for (const fields of [{ is_batch: 1 }, { is_batch: 1, is_all: 1 }]) {
        const { code, message } = await by.get('/api/DownHistory/getList', { type, ...fields });
        const isListed = pages.some((page) => nodes.includes(page));
        expect([type, code, message]).toEqual([type, isListed ? 200 : 403, isListed ? 'success' : '权限不足！']);
      }
    }
  });
});

describe('a refusal', () => {
  const message = (kind: Kind, by: Operator, ask: string) => {
    const sample = samples.find((one) => one.kind === kind && one.cover === 'foreign');
    return calls.find(({ name }) => name === ask)?.ask(by, sample?.number ?? '', kind);
  };

  it('says 权限不足！ where a node is missing for the whole call, whatever number is asked for', async () => {
    const alone = await operator(download);
    for (const { name, of, ask } of calls) {
      for (const kind of of) {
        const unknown = await ask(alone, 'AB'.repeat(16), kind);
        expect([name, kind, unknown.message]).toEqual([name, kind, '权限不足！']);
        expect([name, kind, (await message(kind, alone, name))?.message]).toEqual([name, kind, '权限不足！']);
      }
    }
  });

  it('of what belongs to applications of others says what it says of a number that never was', async () => {
    const notary = await operator(list, ownOnly, download);
    for (const { name, of, ask } of calls.filter(({ may }) => may !== lists)) {
      for (const kind of of) {
        const unknown = JSON.stringify((await ask(notary, 'AB'.repeat(16), kind)).data);
        const foreign = samples.find((one) => one.kind === kind && one.cover === 'foreign')?.number ?? '';
        expect([name, kind, JSON.stringify((await ask(notary, foreign, kind)).data).replaceAll(foreign, 'AB'.repeat(16))]).toEqual([
          name,
          kind,
          unknown,
        ]);
      }
    }
  });
});

describe('a link', () => {
  /** All links to a sample that the operator gets now. */
  async function links(by: Operator, sample: EvidenceSample): Promise<string[]> {
    const answers = await Promise.all(
      calls.filter(({ of }) => of.includes(sample.kind)).map(({ ask }) => ask(by, sample.number, sample.kind)),
    );
    const given = [...JSON.stringify(answers).matchAll(/"(\/files\/[^"]+)"/g)].map(([, url = '']) => url);
    expect(given.length).toBeGreaterThan(2);
    return given;
  }
  const opens = (urls: readonly string[]) => Promise.all(urls.map(async (url) => (await installation.app.inject({ url })).statusCode));
  const all = (urls: readonly string[], status: number) => urls.map(() => status);

  it.each(kinds)('to evidence of the kind %s ends when the application through which it was seen goes to another', async (kind) => {
    const by = await operator(list, ownOnly, download);
    const sample = samples.find((one) => one.kind === kind && one.cover === 'own');
    if (!sample) throw new Error('no such sample');
    const given = await links(by, sample);
    expect(await opens(given)).toEqual(all(given, 200));
    await installation.db.updateTable('notarization_order').set({ acceptor_id: '1' }).where('id', 'in', own).execute();
    expect(await opens(given)).toEqual(all(given, 404));
    await installation.db.updateTable('notarization_order').set({ acceptor_id: by.id }).where('id', 'in', own).execute();
    expect(await opens(given)).toEqual(all(given, 200));
  });

  it.each(kinds)(
    'to evidence of the kind %s ends with the page that lists it, and one to a download with the right to download',
    async (kind) => {
      const by = await operator(pageOf[kind], download, 4);
      const sample = samples.find((one) => one.kind === kind && one.cover === 'none');
      if (!sample) throw new Error('no such sample');
      const given = await links(by, sample);
      expect(await opens(given)).toEqual(all(given, 200));
      const hold = (nodes: number[]) => installation.db.updateTable('role').set({ nodes }).where('id', '=', by.roleId).execute();
      // Permissions for other pages of the same calls do not cover this evidence.
      await hold([...Object.values(pageOf).filter((page) => page !== pageOf[kind]), download, 4]);
      expect(await opens(given)).toEqual(all(given, 404));
      await hold([pageOf[kind], 4]);
      const left = await opens(given);
      // Links for viewing still work; links for downloading do not.
      expect(left).toContain(200);
      expect(left.filter((status) => status === 404).length).toBeGreaterThanOrEqual(2);
    },
  );
});

describe('a look at evidence', () => {
  const openings = async (by: Operator, number: string) =>
    (
      await installation.db
        .selectFrom('trail')
        .select(['action', 'after'])
        .where('object', '=', `evidence/${number}`)
        .where('actor_id', '=', by.id)
        .orderBy('id')
        .execute()
    ).map(({ action }) => action);
  const shown: readonly (readonly [name: string, kind: Kind, action: string])[] = [
    ['saveDataDetail', 'person', '查看存证'],
    ['saveDataDetail', 'company', '查看存证'],
    ['saveDataDetail', 'web', '查看存证'],
    ['saveDataDetail', 'move', '查看存证'],
    ['getWebView', 'web', '查看取证'],
    ['preview', 'web', '预览取证'],
    ['getProView', 'process', '查看取证'],
    ['getProView', 'move', '查看取证'],
  ];

  it.each(shown)(
    'by %s at one of the kind %s is a row of the trail each time, and none when the page asks again by itself',
    async (name, kind, action) => {
      const by = await operator(7, 8, 12, 13, 14);
      const sample = samples.find((one) => one.kind === kind && one.cover === 'none')?.number ?? '';
      const call = calls.find((one) => one.name === name);
      await call?.ask(by, sample, kind);
      await call?.ask(by, sample, kind);
      expect(await openings(by, sample)).toEqual([action, action]);
      const path =
        {
          saveDataDetail: '/api/data/saveDataDetail',
          getWebView: '/api/webfor/getWebView',
          preview: '/api/webfor/preview',
          getProView: '/api/evidence/getProView',
        }[name] ?? '';
      const again = () =>
        installation.app.inject({ url: `${path}?baoquan=${sample}`, headers: { authorization: by.token, 'x-background': '1' } });
      expect((await again()).json()).toMatchObject({ code: 200 });
      expect(await openings(by, sample)).toEqual([action, action]);
    },
  );

  it('is on the trail only where it is answered, also when it claims to be a background call', async () => {
    const by = await operator(8);
    const [person, company] = (['person', 'company'] as const).map(
      (kind) => samples.find((one) => one.kind === kind && one.cover === 'none')?.number ?? '',
    );
    await by.get('/api/data/saveDataDetail', { baoquan: company ?? '' });
    expect(await openings(by, company ?? '')).toEqual([]);
    await installation.app.inject({
      url: `/api/data/saveDataDetail?baoquan=${person}`,
      headers: { authorization: by.token, 'x-background': '1' },
    });
    expect(await openings(by, person ?? '')).toEqual(['查看存证']);
  });
});

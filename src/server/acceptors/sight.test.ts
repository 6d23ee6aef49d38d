import { beforeAll, describe, expect, it } from 'vitest';
import { operators } from '../../../test/house/factories/access.ts';
import { testApp } from '../../../test/house/app.ts';
import { applicationMaker } from '../../../test/house/factories/applications.ts';
import { capturedPage } from '../../../test/house/factories/captures.ts';
import { media } from '../../../test/house/factories/media.ts';
import { grow } from '../../../test/house/factories/package.ts';
import { recordingMaker } from '../../../test/house/factories/recordings.ts';

const house = testApp();
const make = applicationMaker(house);
const record = recordingMaker(house);
const { holding } = operators(house);
type As = Awaited<ReturnType<typeof holding>>;

const kinds = ['person', 'company', 'web', 'process', 'move'] as const;
type Kind = (typeof kinds)[number];
const covers = ['none', 'own', 'foreign'] as const;
type Cover = (typeof covers)[number];
interface EvidenceSample {
  readonly kind: Kind;
  readonly cover: Cover;
  readonly number: string;
}

/** Wire, section 5: the node of the page that lists each kind. */
const pageOf: Record<Kind, number> = { person: 8, company: 7, web: 12, process: 13, move: 14 };
const download = 30;
const list = 10;
const ownOnly = 37;

const samples: EvidenceSample[] = [];
const own: string[] = [];
beforeAll(async () => {
  await record.evidence.open();
  await make.open();
  const [person, company] = [await make.user('personal', 1000), await make.user('enterprise', 1000)];
  const owner: Record<Kind, string> = { person, company, web: person, process: company, move: person };
  const made: Record<Kind, () => Promise<string>> = {
    person: () => make.evidence(person),
    company: () => make.evidence(company),
    web: () => capturedPage(house, person),
    process: () => record.recorded(company, media.mp4(3)),
    move: () => record.recorded(person, media.mp4(3), { type: 'move' }),
  };
  for (const kind of kinds) {
    for (const cover of covers) {
      const number = await made[kind]();
      samples.push({ kind, cover, number });
      if (cover === 'none') continue;
      const answer = await make.request(owner[kind], [number]);
      const orderId = String(answer.body['orderId']);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer));
      if (cover === 'own') own.push(orderId);
      else await house.db.updateTable('notarization_order').set({ acceptor_id: '1' }).where('id', '=', orderId).execute();
    }
  }
  // One download of each, so that a history has something to tell.
  const admin = await house.signIn('admin@example.com');
  for (const { number } of samples) await admin.post('/api/Down/baoquanFile', { baoquan: number });
  await grow(house);
}, 120_000);

/** Signed in with these nodes; `own` applications are his from now on. */
async function operator(...nodes: number[]): Promise<As> {
  const by = await holding(...nodes);
  await house.db.updateTable('notarization_order').set({ acceptor_id: by.id }).where('id', 'in', own).execute();
  return by;
}

/** The rule itself, as the wire has it. */
const lists = (nodes: readonly number[], { kind }: EvidenceSample) => nodes.includes(pageOf[kind]);
const views = (nodes: readonly number[], piece: EvidenceSample) =>
  lists(nodes, piece) || (nodes.includes(list) && (piece.cover === 'own' || (piece.cover === 'foreign' && !nodes.includes(ownOnly))));
const downloads = (nodes: readonly number[], piece: EvidenceSample) => nodes.includes(download) && views(nodes, piece);

interface Got {
  readonly code: number | string;
  readonly message: string;
  readonly data: unknown;
}
interface Asked {
  readonly name: string;
  readonly of: readonly Kind[];
  readonly may: (nodes: readonly number[], piece: EvidenceSample) => boolean;
  readonly ask: (by: As, number: string, kind: Kind) => Promise<Got>;
}
const typeOf = (kind: Kind) => ({ person: 1, company: 1, web: 2, process: 3, move: 4 })[kind];
const recordings = ['process', 'move'] as const;
const calls: readonly Asked[] = [
  { name: 'saveDataDetail', of: kinds, may: views, ask: (by, baoquan) => by.get('/api/data/saveDataDetail', { baoquan }) },
  { name: 'baoquanFile', of: kinds, may: downloads, ask: (by, baoquan) => by.post('/api/Down/baoquanFile', { baoquan }) },
  {
    name: 'baoquanFile, package',
    of: kinds,
    may: downloads,
    ask: (by, baoquan) => by.post('/api/Down/baoquanFile', { baoquan, part: 'package' }),
  },
  { name: 'getWebView', of: ['web'], may: lists, ask: (by, baoquan) => by.get('/api/webfor/getWebView', { baoquan }) },
  { name: 'preview', of: ['web'], may: lists, ask: (by, baoquan) => by.get('/api/webfor/preview', { baoquan }) },
  { name: 'getProView', of: recordings, may: lists, ask: (by, baoquan) => by.get('/api/evidence/getProView', { baoquan }) },
  {
    name: 'webfor/download',
    of: ['web'],
    may: downloads,
    ask: (by, baoquan) => by.post('/api/webfor/download', { baoquan, uid: '1', type: 2 }),
  },
  {
    name: 'evidence/downLoad',
    of: recordings,
    may: downloads,
    ask: (by, baoquan, kind) => by.get('/api/evidence/downLoad', { baoquan, uid: '1', type: typeOf(kind) }),
  },
  {
    name: 'webfor/downloadBatch',
    of: ['web'],
    may: downloads,
    ask: (by, baoquanStr) => by.post('/api/webfor/downloadBatch', { baoquanStr, uid: '1', type: 2 }),
  },
  {
    name: 'webfor/downloadBatch by GET',
    of: ['web'],
    may: downloads,
    ask: (by, baoquanStr) => by.get('/api/webfor/downloadBatch', { baoquanStr, uid: '1', type: 2 }),
  },
  {
    name: 'evidence/downloadBatch',
    of: recordings,
    may: downloads,
    ask: (by, baoquanStr, kind) => by.post('/api/evidence/downloadBatch', { baoquanStr, uid: '1', type: typeOf(kind) }),
  },
];

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
        await house.db
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
        const isTold = answer.code === 200 && (answer.data?.count ?? 0) > 0;
        if (is_batch === 0) expect([sample.kind, sample.cover, isTold]).toEqual([sample.kind, sample.cover, views(nodes, sample)]);
        if (!views(nodes, sample)) expect([sample.kind, sample.cover, isTold]).toEqual([sample.kind, sample.cover, false]);
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
  const message = (kind: Kind, by: As, ask: string) => {
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
  /** Every link to a sample that the operator is given now. */
  async function links(by: As, sample: EvidenceSample): Promise<string[]> {
    const answers = await Promise.all(
      calls.filter(({ of }) => of.includes(sample.kind)).map(({ ask }) => ask(by, sample.number, sample.kind)),
    );
    const given = [...JSON.stringify(answers).matchAll(/"(\/files\/[^"]+)"/g)].map(([, url = '']) => url);
    expect(given.length).toBeGreaterThan(2);
    return given;
  }
  const opens = (urls: readonly string[]) => Promise.all(urls.map(async (url) => (await house.app.inject({ url })).statusCode));
  const all = (urls: readonly string[], status: number) => urls.map(() => status);

  it.each(kinds)('to evidence of the kind %s ends when the application through which it was seen goes to another', async (kind) => {
    const by = await operator(list, ownOnly, download);
    const sample = samples.find((one) => one.kind === kind && one.cover === 'own');
    if (!sample) throw new Error('no such sample');
    const given = await links(by, sample);
    expect(await opens(given)).toEqual(all(given, 200));
    await house.db.updateTable('notarization_order').set({ acceptor_id: '1' }).where('id', 'in', own).execute();
    expect(await opens(given)).toEqual(all(given, 404));
    await house.db.updateTable('notarization_order').set({ acceptor_id: by.id }).where('id', 'in', own).execute();
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
      const hold = (nodes: number[]) => house.db.updateTable('role').set({ nodes }).where('id', '=', by.roleId).execute();
      // Another page of the same calls is none of this evidence.
      await hold([...Object.values(pageOf).filter((page) => page !== pageOf[kind]), download, 4]);
      expect(await opens(given)).toEqual(all(given, 404));
      await hold([pageOf[kind], 4]);
      const left = await opens(given);
      // What was shown is shown still; what was for download is not.
      expect(left).toContain(200);
      expect(left.filter((status) => status === 404).length).toBeGreaterThanOrEqual(2);
    },
  );
});

describe('a look at evidence', () => {
  const openings = async (by: As, number: string) =>
    (
      await house.db
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
      const again = () => house.app.inject({ url: `${path}?baoquan=${sample}`, headers: { authorization: by.token, 'x-background': '1' } });
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
    await house.app.inject({
      url: `/api/data/saveDataDetail?baoquan=${person}`,
      headers: { authorization: by.token, 'x-background': '1' },
    });
    expect(await openings(by, person ?? '')).toEqual(['查看存证']);
  });
});

import { beforeAll } from 'vitest';
import type { testApp } from '../app.ts';
import { operators } from '../factories/access.ts';
import { applicationMaker } from '../factories/applications.ts';
import { capturedPage } from '../factories/captures.ts';
import { media } from '../factories/media.ts';
import { grow } from '../factories/package.ts';
import { recordingMaker } from '../factories/recordings.ts';

export type Operator = Awaited<ReturnType<ReturnType<typeof operators>['holding']>>;

export const kinds = ['person', 'company', 'web', 'process', 'move'] as const;
export type Kind = (typeof kinds)[number];
const covers = ['none', 'own', 'foreign'] as const;
type Cover = (typeof covers)[number];
export interface EvidenceSample {
  readonly kind: Kind;
  readonly cover: Cover;
  readonly number: string;
}

/** spec/wire, 5: the node of the page that lists each kind. */
export const pageOf: Record<Kind, number> = { person: 8, company: 7, web: 12, process: 13, move: 14 };
export const download = 30;
export const list = 10;
export const ownOnly = 37;

/** The rule as the wire specifies it. */
export const lists = (nodes: readonly number[], { kind }: EvidenceSample) => nodes.includes(pageOf[kind]);
export const views = (nodes: readonly number[], sample: EvidenceSample) =>
  lists(nodes, sample) || (nodes.includes(list) && (sample.cover === 'own' || (sample.cover === 'foreign' && !nodes.includes(ownOnly))));
const downloads = (nodes: readonly number[], sample: EvidenceSample) => nodes.includes(download) && views(nodes, sample);

interface Got {
  readonly code: number | string;
  readonly message: string;
  readonly data: unknown;
}
interface Asked {
  readonly name: string;
  readonly of: readonly Kind[];
  readonly may: (nodes: readonly number[], sample: EvidenceSample) => boolean;
  readonly ask: (by: Operator, number: string, kind: Kind) => Promise<Got>;
}
export const typeOf = (kind: Kind) => ({ person: 1, company: 1, web: 2, process: 3, move: 4 })[kind];
const recordings = ['process', 'move'] as const;
export const calls: readonly Asked[] = [
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

/**
 * Evidence of every kind: under no application, under one of the operator's own and under one of another's; each is downloaded once and
 * logged.
 */
export function evidenceInSight(installation: ReturnType<typeof testApp>) {
  const make = applicationMaker(installation);
  const record = recordingMaker(installation);
  const { holding } = operators(installation);
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
      web: () => capturedPage(installation, person),
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
        else await installation.db.updateTable('notarization_order').set({ acceptor_id: '1' }).where('id', '=', orderId).execute();
      }
    }
    // One download of each, so that a history has a row.
    const admin = await installation.signIn('admin@example.com');
    for (const { number } of samples) await admin.post('/api/Down/baoquanFile', { baoquan: number });
    await grow(installation);
  });

  /** Signs in with these nodes; from now on the `own` applications are this operator's. */
  async function operator(...nodes: number[]): Promise<Operator> {
    const by = await holding(...nodes);
    await installation.db.updateTable('notarization_order').set({ acceptor_id: by.id }).where('id', 'in', own).execute();
    return by;
  }

  return { samples, own, operator };
}

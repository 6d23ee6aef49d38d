import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { credentialDesk } from '../../../test/installation/factories/credentials.ts';
import { grow, packageOf } from '../../../test/installation/factories/package.ts';
import { bracketMutations, tokens, type TokenName } from '../../../test/installation/factories/packages/bracket-mutations.ts';
import { eightKinds, kindMaker } from '../../../test/installation/factories/packages/eight-kinds.ts';
import { verdictOver, type Files } from '../../../test/installation/factories/packages/mutation-tools.ts';
import {
  findingsOf,
  packageFolder,
  type Findings,
  type PackageFolder,
} from '../../../test/installation/factories/packages/package-folder.ts';
import { endDay } from '../../../test/installation/factories/records.ts';
import { startDatedAuthority } from '../../../test/installation/servers/ended-authority.ts';
import { partOf } from '../../../test/rounds.ts';
import { startAuthority, type Authority } from '../../../test/installation/servers/timestamp-authority.ts';
import { fromPem, toPem } from '../../domain/proof/cms/der.ts';
import { verifyTimestamp } from '../../domain/proof/cms/verify-timestamp.ts';
import type { LineName } from '../../domain/proof/dossier/lines/registry.ts';
import { packageNames as names } from '../../domain/proof/evidence/package-names.ts';
import { stampTrees } from '../../server/custody/records/stamp-trees.ts';
import { grant } from '../../server/business/points/ledger.ts';
import { requestDueTimestamps } from '../../server/custody/timestamps/stamping.ts';

type TestApp = ReturnType<typeof testApp>;
type Kind = (typeof eightKinds)[number];
/** The foreign office's licence expired before anything was handed in. */
const [office, foreign] = [testApp(), testApp()];
const packages = new Map<Kind, { readonly mine: Files; readonly same: Files; readonly foreign: Files }>();
let foreignFiles: Files;
let authority: Authority;
let folder: PackageFolder;

beforeAll(async () => {
  folder = await packageFolder();
  authority = await startAuthority();
  const mine = await openOffice(office, { until: '2099-12-31' });
  const numbers: string[] = [];
  for (const kind of eightKinds) numbers.push(await mine(kind));
  const theirs = await openOffice(foreign, { until: '2020-12-31' });
  const number = await theirs('web');
  for (const installation of [office, foreign]) await growStamped(installation);
  await endDay(office);
  await stampTrees(office.db, authority, {});
  foreignFiles = await folder.unpacked(await packageOf(foreign, number));
  const whole: Files[] = [];
  for (const own of numbers) whole.push(await folder.unpacked(await packageOf(office, own)));
  // All packages share one checkpoint.
  const [checkpoint, ...rest] = new Set(whole.map((files) => files.get(names.checkpoint)?.toString() ?? ''));
  expect(rest).toEqual([]);
  const others = new Map([...foreignFiles, ...(await tokensOver(Buffer.from(checkpoint ?? '')))]);
  for (const [at, kind] of eightKinds.entries()) {
    const [mine, same] = [whole[at], whole[(at + 1) % whole.length]];
    // The package of the next kind serves as the other evidence, so that one package per kind suffices.
    if (mine && same) packages.set(kind, { mine, same, foreign: others });
  }
});
afterAll(async () => {
  await authority?.stop();
  await folder?.remove();
});

/** An office whose log holds its credentials under a token, so that marks can be made and later evidence comes after both. */
async function openOffice(installation: TestApp, { until }: { readonly until: string }) {
  const maker = kindMaker(installation);
  await maker.open();
  const { token } = await installation.signIn('admin@example.com');
  for (const type of ['1', '2', '3', '4'])
    await credentialDesk(installation).add(token, { type, valid_from: '2020-01-01', valid_until: type === '1' ? until : '2099-12-31' });
  await growStamped(installation);
  const user = await maker.reviewedUser();
  await installation.db
    .transaction()
    .execute((tx) => grant(tx, { userId: user, points: 1000, source: 'giftTest', reference: 'mutations' }));
  return (kind: Kind) => maker.markedOf(kind, user);
}

async function growStamped(installation: TestApp): Promise<void> {
  await grow(installation);
  await requestDueTimestamps(installation.db, 'checkpoints', { authority, most: 9 });
}

/** Tokens over a checkpoint: made after their authority's certificate expired, made years before, and by a clock a year fast. */
async function tokensOver(checkpoint: Buffer): Promise<[string, Buffer][]> {
  const digest = createHash('sha256').update(checkpoint).digest();
  const command = ['ts', '-query', '-digest', digest.toString('hex'), '-sha256', '-cert'];
  const { stdout: query } = await promisify(execFile)('openssl', command, { encoding: 'buffer' });
  const now = new Date(Math.floor(Date.now() / 1000) * 1000);
  const times: Record<TokenName, { readonly until: string; readonly at: Date }> = {
    ended: { until: '20200201000000Z', at: now },
    early: { until: '20990101000000Z', at: new Date('2020-01-15T08:00:00Z') },
    fast: { until: '20990101000000Z', at: new Date(now.getTime() + 366 * 86_400_000) },
  };
  const made = await Promise.all(
    tokens.map(async (name): Promise<[string, Buffer][]> => {
      const { until, at } = times[name];
      const dated = await startDatedAuthority({ from: '20200101000000Z', until }, () => at);
      const der = await answerOf(dated.behaviour, query);
      await dated.stop();
      const [root] = fromPem('CERTIFICATE', dated.rootsPem);
      const held = name === 'ended' ? null : await verifyTimestamp(der, digest, root && toPem('CERTIFICATE', [root]));
      return [
        [`${name}.tsr`, der],
        [`${name}.pem`, Buffer.from(held?.chainPem ?? dated.rootsPem)],
      ];
    }),
  );
  return made.flat();
}

async function answerOf(behaviour: Awaited<ReturnType<typeof startDatedAuthority>>['behaviour'], query: Buffer): Promise<Buffer> {
  let answer: Buffer = Buffer.alloc(0);
  const response = { writeHead: () => response, end: (bytes: Buffer) => (answer = bytes) };
  await behaviour(query, response as unknown as ServerResponse, () => Promise.reject(new Error('not asked')));
  return answer;
}

describe.each(eightKinds)('evidence with a mark, of an office with credentials: %s', (kind) => {
  const packageFor = () => packages.get(kind) ?? { mine: new Map(), same: new Map(), foreign: new Map() };

  let before: Findings;
  beforeAll(async () => {
    const report = await folder.verified(packageFor().mine);
    before = findingsOf(report);
    expect(report.lines.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    expect(report.dossier.faults).toEqual([]);
  });

  it('is between two times, and its office states its credentials', () => {
    const wanted = ['notAfter', 'stamped', 'appendOnly', 'sameHash', 'renewed'] as const;
    expect(before).toMatchObject(Object.fromEntries(wanted.map((name) => [name, '成立'])));
    // The office drew the mark into the picture of a capture; whoever handed a file in put it into the bytes.
    expect(before.notBefore).toBe(kind === 'web' ? '成立' : '无法判断');
    // The office typed the numbers of its credentials itself.
    expect(before).toMatchObject({ qualification: '无法判断', security: '无法判断' });
  });

  it.each(partOf(bracketMutations(kind), eightKinds.indexOf(kind)))(
    'turns exactly the lines that it should: $name',
    async ({ change, turns, reason: reasonPart }) => {
      const { mine, ...others } = packageFor();
      const changed = change(mine, others);
      if (!changed) throw new Error('nothing was changed');
      const report = await folder.verified(changed);
      const expected = Object.fromEntries(
        Object.entries(before).map(([name, finding]) => [name, turns[name as LineName]?.(finding, kind) ?? finding]),
      );
      expect(findingsOf(report)).toEqual(expected);
      expect(report.verdict).toBe(verdictOver(mine, changed));
      if (reasonPart !== undefined) expect(report.lines.map(({ reason }) => reason).join('\n')).toContain(reasonPart);
    },
  );
});

it('a credential that had ended before turns its line by itself, in a package that nobody changed', async () => {
  const report = await folder.verified(foreignFiles);
  expect(report.verdict).not.toBe('mismatch');
  expect(findingsOf(report)).toMatchObject({ qualification: '不成立', security: '无法判断' });
});

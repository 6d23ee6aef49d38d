import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/house/app.ts';
import { eightKinds, kindMaker } from '../../../test/house/factories/packages/eight-kinds.ts';
import { evidenceMaker } from '../../../test/house/factories/evidence.ts';
import { grow, packageOf, webEvidence } from '../../../test/house/factories/package.ts';
import { mutations, type Files } from '../../../test/house/factories/packages/package-mutations.ts';
import { startAuthority, type Authority } from '../../../test/house/servers/timestamp-authority.ts';
import { zipOf } from '../../../test/house/zip.ts';
import type { Finding } from '../../domain/dossier/line.ts';
import { dossierRules, type LineName } from '../../domain/dossier/lines/registry.ts';
import { grant } from '../../server/points/ledger.ts';
import { stampDue } from '../../server/custody/timestamps/stamping.ts';
import { readExactZip } from '../../server/zip/exact-zip.ts';
import { entryBytes } from '../../server/zip/zip-content.ts';
import { withZipFile } from '../../server/zip/zip-file.ts';
import { verifyPackage } from './verify-package.ts';

type Kind = (typeof eightKinds)[number];
const office = testApp();
const foreign = testApp();
const packages = new Map<Kind, { readonly mine: Files; readonly same: Files }>();
let foreignFiles: Files;
let authority: Authority;
let folder: string;
let serial = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-mutations-'));
  authority = await startAuthority();
  const maker = kindMaker(office);
  await maker.open();
  const user = await maker.reviewedUser();
  await office.db.transaction().execute((tx) => grant(tx, { userId: user, points: 1000, source: 'giftTest', reference: 'mutations' }));
  const numbers: [Kind, string, string][] = [];
  for (const kind of eightKinds) numbers.push([kind, await maker.of(kind, user), await maker.of(kind, user)]);
  await grow(office);
  await stampDue(office.db, 'checkpoints', { authority, most: 9 });
  await office.db
    .updateTable('stored_object')
    .set({ state: 'whole', checked_at: new Date('2026-01-03T00:00:00Z') })
    .execute();
  for (const [kind, mine, same] of numbers)
    packages.set(kind, { mine: await unpacked(await packageOf(office, mine)), same: await unpacked(await packageOf(office, same)) });
  const other = evidenceMaker(foreign);
  await other.open();
  const number = await webEvidence(foreign, await other.user('personal', 0));
  await grow(foreign);
  await stampDue(foreign.db, 'checkpoints', { authority, most: 9 });
  foreignFiles = await unpacked(await packageOf(foreign, number));
}, 120_000);
afterAll(async () => {
  await authority?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function written(bytes: Buffer): Promise<string> {
  const path = join(folder, `${(serial += 1)}.zip`);
  await writeFile(path, bytes);
  return path;
}

async function unpacked(zip: Buffer): Promise<Files> {
  return withZipFile(await written(zip), async (source) => {
    const files = new Map<string, Buffer>();
    for (const entry of await readExactZip(source)) files.set(entry.name, (await entryBytes(source, entry)).value);
    return files;
  });
}

async function verified(files: Files) {
  const path = await written(zipOf([...files].map(([name, bytes]) => ({ name, bytes }))));
  const report = await verifyPackage(path);
  await rm(path);
  return report;
}

const questions = new Map(Object.entries(dossierRules).map(([name, { question }]) => [question, name]));
type Findings = Partial<Record<LineName, Finding>>;
function findingsOf({ dossier }: Awaited<ReturnType<typeof verified>>): Findings {
  return Object.fromEntries(dossier.lines.map(({ 审查要点, 结论 }) => [questions.get(审查要点) ?? 审查要点, 结论]));
}
const packageFor = (kind: Kind) => {
  const found = packages.get(kind);
  if (!found) throw new Error(`no package of ${kind}`);
  return found;
};

describe.each(eightKinds)('the package of a %s', (kind) => {
  let before: Findings;
  beforeAll(async () => {
    const report = await verified(packageFor(kind).mine);
    expect(report.lines.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    expect(report.dossier.faults).toEqual([]);
    before = findingsOf(report);
  });

  it('says what the verifier finds, and claims nothing else', () => {
    const holding = Object.entries(before).flatMap(([name, finding]) => (finding === '成立' ? [name] : []));
    expect(holding.toSorted()).toEqual([...always, ...alsoOf[kind]].toSorted());
    expect(Object.values(before)).not.toContain('不成立');
  });

  it.each(mutations)('turns exactly the lines that it should: $name', async ({ change, turns, told }) => {
    const { mine, same } = packageFor(kind);
    const changed = change(mine, { same, foreign: foreignFiles });
    // Not every kind has every file.
    if (!changed) return expect(withoutReport).toContain(kind);
    const report = await verified(changed);
    const expected = Object.fromEntries(
      Object.entries(before).map(([name, finding]) => [name, turns[name as LineName]?.(finding, kind) ?? finding]),
    );
    expect(findingsOf(report)).toEqual(expected);
    expect(report.verdict).toBe('mismatch');
    if (told !== undefined) expect(report.lines.map(({ reason }) => reason).join('\n')).toContain(told);
  });
});

const withoutReport: readonly Kind[] = eightKinds.filter((kind) => kind !== 'web');
/** Of every kind. */
const always = [
  'submitter',
  'notAfter',
  'sameHash',
  'inLog',
  'appendOnly',
  'checkpointSigned',
  'stamped',
  'reread',
  'certificateSigned',
  'officeInLog',
  'custody',
] as const satisfies readonly LineName[];
const alsoOf: Readonly<Record<Kind, readonly LineName[]>> = {
  file: ['device', 'ownFormat'],
  photo: ['device', 'ownFormat', 'ownTime', 'ownEditor'],
  audio: ['device', 'ownFormat', 'ownLength'],
  video: ['device', 'ownFormat', 'ownLength', 'ownTime'],
  screen: ['device', 'ownFormat', 'ownLength', 'ownTime'],
  web: ['device', 'environment', 'clock', 'transfer'],
  process: ['device', 'ownFormat', 'ownLength', 'ownTime', 'transfer'],
  move: ['device', 'ownFormat', 'ownLength', 'ownTime', 'transfer'],
};

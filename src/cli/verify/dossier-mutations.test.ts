import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import {
  findingsOf,
  packageFolder,
  type Findings,
  type PackageFolder,
} from '../../../test/installation/factories/packages/package-folder.ts';
import { evidenceMaker } from '../../../test/installation/factories/evidence.ts';
import { grow, packageOf, webEvidence } from '../../../test/installation/factories/package.ts';
import { archivedCapture } from '../../../test/installation/factories/packages/archived-capture.ts';
import { eightKinds, kindMaker } from '../../../test/installation/factories/packages/eight-kinds.ts';
import { verdictOver, type Files } from '../../../test/installation/factories/packages/mutation-tools.ts';
import { materialMismatches } from '../../../test/installation/factories/packages/one-byte-changes.ts';
import { mutations } from '../../../test/installation/factories/packages/package-mutations.ts';
import { signerExtensions, sm2Keys, type Sm2Keys } from '../../../test/installation/factories/sm2.ts';
import { endDay } from '../../../test/installation/factories/records.ts';
import { partOf } from '../../../test/rounds.ts';
import { startAuthority, type Authority } from '../../../test/installation/servers/timestamp-authority.ts';
import type { LineName } from '../../domain/proof/dossier/lines/registry.ts';
import { listSm2Certificate } from '../../server/custody/guomi/sm2-certificate-store.ts';
import { openSm2Signer } from '../../server/custody/guomi/sm2-signer.ts';
import type { Sm2Signer } from '../../server/custody/guomi/signer-port.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';
import { grant } from '../../server/business/points/ledger.ts';
import { requestDueTimestamps } from '../../server/custody/timestamps/stamping.ts';
import { stampTrees } from '../../server/custody/records/stamp-trees.ts';

/** The last kind is a web capture with a web archive. */
const kinds = [...eightKinds, 'archive'] as const;
type Kind = (typeof kinds)[number];
const office = testApp();
const foreign = testApp();
const packages = new Map<Kind, { readonly mine: Files; readonly same: Files }>();
let foreignFiles: Files;
let authority: Authority;
let keys: Sm2Keys;
let folder: PackageFolder;
beforeAll(async () => {
  folder = await packageFolder();
  authority = await startAuthority();
  keys = await sm2Keys();
  await listSm2Certificate(office.db, await keys.issue('office', null, signerExtensions), { kind: 'system', id: '0', name: '', ip: '' });
  const sm2 = openSm2Signer(readConfig({ SM2_SIGNER: keys.signer('office') }));
  const maker = kindMaker(office);
  await maker.open();
  const user = await maker.reviewedUser();
  await office.db.transaction().execute((tx) => grant(tx, { userId: user, points: 1000, source: 'giftTest', reference: 'mutations' }));
  const numbers: [Kind, string, string][] = [];
  for (const kind of eightKinds) numbers.push([kind, await maker.of(kind, user), await maker.of(kind, user)]);
  numbers.push(['archive', await archivedCapture(office, user), await archivedCapture(office, user)]);
  await grow(office);
  for (const queue of ['checkpoints', 'archives'] as const) await requestDueTimestamps(office.db, queue, { authority, most: 9 });
  await endDay(office);
  await stampTrees(office.db, authority, {});
  await office.db
    .updateTable('stored_object')
    .set({ state: 'whole', checked_at: new Date('2026-01-03T00:00:00Z') })
    .execute();
  for (const [kind, mine, same] of numbers)
    packages.set(kind, { mine: await folder.unpacked(await packed(mine, sm2)), same: await folder.unpacked(await packed(same, sm2)) });
  const other = evidenceMaker(foreign);
  await other.open();
  const number = await webEvidence(foreign, await other.user('personal', 0));
  await grow(foreign);
  await requestDueTimestamps(foreign.db, 'checkpoints', { authority, most: 9 });
  foreignFiles = await folder.unpacked(await packageOf(foreign, number));
});
afterAll(async () => {
  await authority?.stop();
  await keys?.remove();
  await folder?.remove();
});

function packed(number: string, sm2: Sm2Signer | null): Promise<Buffer> {
  return packageOf(office, number, null, readConfig({}), sm2);
}

const packageFor = (kind: Kind) => {
  const found = packages.get(kind);
  if (!found) throw new Error(`no package of ${kind}`);
  return found;
};

describe.each(kinds)('the package of a %s', (kind) => {
  let before: Findings;
  beforeAll(async () => {
    const report = await folder.verified(packageFor(kind).mine);
    expect(report.lines.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    expect(report.dossier.faults).toEqual([]);
    before = findingsOf(report);
  });

  it('says what the verifier finds, and claims nothing else', () => {
    const holding = Object.entries(before).flatMap(([name, finding]) => (finding === '成立' ? [name] : []));
    expect(holding.toSorted()).toEqual([...always, ...alsoOf[kind]].toSorted());
    expect(Object.values(before)).not.toContain('不成立');
  });

  it('names in 材料 the files of which one byte alters a line, all of them and no others, and some file in each', async () => {
    const { mine } = packageFor(kind);
    expect(await materialMismatches(folder, mine)).toEqual({ unlisted: [], idle: [] });
    const { dossier } = await folder.verified(mine);
    expect(dossier.lines.filter((line) => line.材料.length === 0)).toEqual([]);
  });

  it.each(partOf(mutations, kinds.indexOf(kind)))(
    'turns exactly the lines that it should: $name',
    async ({ change, needs, turns, reason: reasonPart }) => {
      const { mine, same } = packageFor(kind);
      const changed = change(mine, { same, foreign: foreignFiles });
      // Not every kind has every file.
      if (!changed) return expect(needs !== undefined && kindWith[needs] !== kind).toBe(true);
      const report = await folder.verified(changed);
      const expected = Object.fromEntries(
        Object.entries(before).map(([name, finding]) => [
          name,
          turns[name as LineName]?.(finding, kind === 'archive' ? 'web' : kind) ?? finding,
        ]),
      );
      expect(findingsOf(report)).toEqual(expected);
      expect(report.verdict).toBe(verdictOver(mine, changed));
      if (reasonPart !== undefined) expect(report.lines.map(({ reason }) => reason).join('\n')).toContain(reasonPart);
    },
  );
});

const kindWith = { report: 'web', archive: 'archive' } as const satisfies Readonly<Record<string, Kind>>;
/** Lines that every kind has. */
const always = [
  'submitter',
  'notAfter',
  'sameHash',
  'inLog',
  'appendOnly',
  'checkpointSigned',
  'stamped',
  'recorded',
  'renewed',
  'officeInLog',
] as const satisfies readonly LineName[];
const alsoOf: Readonly<Record<Kind, readonly LineName[]>> = {
  file: ['ownFormat'],
  photo: ['ownFormat', 'ownTime'],
  audio: ['ownFormat', 'ownLength'],
  video: ['ownFormat', 'ownLength', 'ownTime'],
  screen: ['ownFormat', 'ownLength', 'ownTime'],
  web: ['clock'],
  archive: ['replay', 'archiveSigned'],
  process: ['ownLength', 'ownTime', 'transfer'],
  move: ['ownLength', 'ownTime', 'transfer'],
};

import type { PoolClient } from 'pg';
import type { Config } from '../../server/platform/runtime/config.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { firstUnknown, migrate } from '../../server/platform/db/migrate.ts';
import { openInstallation, type Installation } from '../../server/platform/installation/open.ts';
import { executeErasures } from '../../server/business/erasures/execute.ts';
import { repeatErasures } from '../../server/business/erasures/repeat.ts';
import { erasureFiles, readErasures } from '../../server/platform/installation/erasure-records.ts';
import { deleteSavedCheckpoint } from '../../server/custody/log/saved-checkpoint.ts';
import { readLogKey } from '../../server/custody/log/log-signer.ts';
import { readHead } from '../../server/custody/log/log-store.ts';
import { adoptStore, ownerOfStore, storedNames } from '../../server/platform/installation/store-owner.ts';
import { recordTrail } from '../../server/desk/trail/trail.ts';
import { commandActor, CommandError, options, type StandaloneCommand, type Result } from '../lib/command.ts';
import { fsck } from '../check/fsck.ts';
import { counts, unexpected } from './backup.ts';
import { checkParts } from './place/check-files.ts';
import { copyObjects, intoStore } from './place/copy-objects.ts';
import { takeEmptyDatabase } from './empty-database.ts';
import { keyOptions, openerFor, type PlaceOpener } from './place/keys.ts';
import { loadTables } from './load-tables.ts';
import { checkMac } from './place/manifest-mac.ts';
import { objectName, type Backup } from './place/manifest.ts';
import { openPlace, type Place } from './place/place.ts';
import { findBackup, objectReader, objectsIn, suffixOf, tableReader } from './place/read-backup.ts';
import { filesOf } from './place/store-objects.ts';
import { lookup } from './place/object-index.ts';
import { isToBeFinished, markFinished, markUnfinished } from './restoring.ts';

/**
 * Restores a backup into a new DATA_DIR or an empty database that nobody else uses meanwhile. Everything is checked before a row is
 * written; objects come before the rows that name them, and the rows in one transaction, so that an interrupted restore can be repeated in
 * the same place.
 */
export const restore: StandaloneCommand = {
  name: 'restore',
  usage: '[<place>] [--backup <id>] [--manifest <sha256>] [--identity <path> | --passphrase-file <path>] [--into-other-installation]',
  summary: 'bring the newest backup, or that one, back into a new DATA_DIR or an empty database, then look at it as fsck does',
  async runStandalone({ args, config }) {
    const { values, flags, positionals } = options(args, [...keyOptions, 'backup', 'manifest'], ['into-other-installation'], 1);
    const checked = await checkedBackup(await openPlace(positionals[0], config.backupPlace), values.backup, values, values.manifest);
    const { sha256 } = checked.backup;
    if (values.manifest === undefined && checked.opener.macIdentity === null) console.error(unauthenticated(sha256));
    if (!flags.has('into-other-installation')) await refuseOther(config, checked.backup);

    const installation = await openInstallation(config, () => undefined, 'alone');
    try {
      const session = await takeEmptyDatabase(installation.pool, checked.backup.manifest.id);
      // The connection is closed rather than returned to the pool, because only that admits others.
      return await fill(installation, session, checked, config).finally(() => session.release(true));
    } finally {
      await installation.close();
    }
  },
};

interface CheckedBackup {
  readonly place: Place;
  readonly backup: Backup;
  readonly opener: PlaceOpener;
}

/** @throws CommandError that names the first missing or changed file. */
async function checkedBackup(
  place: Place,
  wanted: string | undefined,
  keys: Parameters<typeof openerFor>[2],
  known: string | undefined,
): Promise<CheckedBackup> {
  const backup = await findBackup(place, wanted);
  requireManifest(backup, known);
  const { manifest } = backup;
  const unknown = firstUnknown(manifest.migrations);
  if (unknown !== undefined) throw new CommandError(`The backup was made by a newer program: it has migration ${unknown}.`);
  const opener = await openerFor(place, manifest.recipient, keys);
  if (!opener) throw new CommandError(`The backup is encrypted for ${manifest.recipient ?? ''}: give --identity or --passphrase-file.`);
  await requireMac(place, backup, opener, known !== undefined);
  for await (const { name, fault } of checkParts(place.files, backup)) {
    const reason = { missing: 'is missing', unreadable: 'cannot be read', changed: 'was changed' }[fault];
    throw new CommandError(`The backup cannot be restored: its file ${name} ${reason}.`);
  }
  const files = lookup(filesOf(place));
  for await (const { sha256, fileBytes } of objectsIn(place, backup, opener)) {
    const [name, file] = [objectName(sha256, suffixOf(manifest)), await files.find(sha256)];
    if (!file) throw new CommandError(`The backup cannot be restored: its file ${name} is missing.`);
    if (file.sizeBytes !== fileBytes)
      throw new CommandError(`The backup cannot be restored: its file ${name} has ${file.sizeBytes} bytes, not ${fileBytes}.`);
  }
  await files.close();
  return { place, backup, opener };
}

/**
 * The manifest has the hashes of everything else in the backup. Its own hash must come from elsewhere: whoever can write to the place can
 * make a backup that fits together. @throws CommandError
 */
function requireManifest({ manifest, sha256 }: Backup, known: string | undefined): void {
  if (known === undefined) return;
  const wanted = known.trim().toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(wanted)) throw new CommandError('--manifest takes the SHA-256 that backup printed: 64 hexadecimal digits.');
  if (wanted === sha256) return;
  throw new CommandError(
    `The backup ${manifest.id} is another one than was made: its manifest has the SHA-256 ${sha256}, not ${wanted}. ` +
      'Name the backup that belongs to this SHA-256 with --backup; if it is this one, somebody has changed it.',
  );
}

/**
 * A backup of a place with a passphrase has a MAC that only who knows the passphrase can make. One that was made without the passphrase
 * has none; then its hash must be given. @throws CommandError
 */
async function requireMac(place: Place, backup: Backup, { macIdentity }: PlaceOpener, isNamed: boolean): Promise<void> {
  if (macIdentity === null) return;
  const found = await checkMac(place, backup, macIdentity);
  if (found === null || (found.fault === 'missing' && isNamed)) return;
  throw new CommandError(
    found.fault === 'missing'
      ? `The backup ${backup.manifest.id} is not authenticated: it has no MAC (${found.name}), so it was made without the passphrase, ` +
          'by the office or by anybody else. Give the SHA-256 that backup printed with --manifest, or name another backup with --backup.'
      : `The backup ${backup.manifest.id} is not one that was made with this passphrase: the MAC of its manifest (${found.name}) is ` +
          'wrong. Somebody has changed it; name another one with --backup.',
  );
}

function unauthenticated(sha256: string): string {
  return (
    `The backup is not authenticated: whoever can write to its place can have made it. Its manifest has the SHA-256 ${sha256}. ` +
    'Compare it with what backup printed (and the trail noted as 备份), and give that with --manifest.'
  );
}

/** Otherwise the files would mix with another installation's, which would serve them. @throws CommandError */
async function refuseOther(config: Config, { manifest }: Backup): Promise<void> {
  const owner = await ownerOfStore(config);
  if (owner === null || manifest.installation === null || owner === manifest.installation) return;
  throw new CommandError(
    `This is the wrong installation: the files here are those of installation ${owner}, the backup is of ${manifest.installation}. ` +
      'Set DATA_DIR, DATABASE_URL and STORAGE_URL as they are meant; --into-other-installation restores nevertheless.',
  );
}

async function fill(
  { db, pool, store }: Installation,
  session: PoolClient,
  { place, backup, opener }: CheckedBackup,
  config: Config,
): Promise<Result> {
  const { manifest, sha256 } = backup;
  const faulty: string[] = [];
  for await (const copied of copyObjects(objectsIn(place, backup, opener), objectReader(place, backup, opener), intoStore(store)))
    if ('fault' in copied) faulty.push(`${objectName(copied.object.sha256, suffixOf(manifest))} (${copied.fault})`);
  const [first] = faulty;
  if (first !== undefined)
    throw new CommandError(
      `The backup cannot be restored: ${faulty.length} of its files were changed, the first is ${first}. The database is still empty.`,
    );
  if (!(await isToBeFinished(session, manifest.id)))
    await loadTables(session, tableReader(place, backup, opener), manifest, (within) => markUnfinished(within, manifest.id));
  await migrate(pool, undefined, { mayJump: true });
  await cancelUploads(db);
  await adoptStore(config, db);
  const lost = await lostEntries(db, config);
  const erased = await eraseAgain({ db, store }, place, config);
  await recordTrail(db, commandActor, { action: '恢复备份', object: `backup/${manifest.madeAt}`, after: { sha256 } });
  for (const object of unexpected(manifest)) console.error(`file ${object.sha256} was ${object.fault} when the backup was made`);
  const check = await fsck.run({ db, pool, args: [], config });
  await markFinished(session);
  const { tables, rows, files, bytes } = counts(manifest);
  const text = [
    `The backup of ${manifest.madeAt} is restored: ${rows} rows of ${tables} tables, ${files} files of ${bytes} bytes.`,
    ...(lost === 0 ? [] : [`The log had ${lost} entries more than this backup has: they are in no database any more.`]),
    ...(erased === 0 ? [] : [`${erased} erasures of personal data that came after it are carried out again.`]),
    check.text,
  ].join('\n');
  return {
    value: { id: manifest.id, madeAt: manifest.madeAt, ...counts(manifest), erased, fsck: check.value },
    text,
    failed: check.failed === true,
  };
}

/** The files may hold a newer checkpoint than the backup; the log goes on without it. @returns how many entries were lost. */
async function lostEntries(db: Database, config: Config): Promise<number> {
  const size = await deleteSavedCheckpoint(await storedNames(config), await readLogKey(db));
  return Math.max(0, (size ?? 0) - (await readHead(db)).size);
}

/** Erases again at once what was erased after the backup. @returns the number of users concerned. */
async function eraseAgain({ db, store }: Pick<Installation, 'db' | 'store'>, place: Place, config: Config): Promise<number> {
  const files = () => erasureFiles(config);
  const begun = await repeatErasures(db, [...(await readErasures(place.files)), ...(await readErasures(await files()))], commandActor);
  // Nobody else stores files meanwhile.
  await executeErasures({ db, store, files, settledSeconds: 0 }, new AbortController().signal);
  return begun;
}

/** The chunks of an unfinished upload are outside the object store and so in no backup. Its client starts again. */
async function cancelUploads(db: Database): Promise<void> {
  await db.deleteFrom('evidence_upload').where('sha256', 'is', null).execute();
}

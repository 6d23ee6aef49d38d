import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Pool } from 'pg';
import { locks } from '../../server/platform/db/locks.ts';
import { decidedErasures } from '../../server/business/erasures/execute.ts';
import { writeErasure } from '../../server/platform/installation/erasure-records.ts';
import { installationId } from '../../server/platform/installation/identity.ts';
import { openOwnStore } from '../../server/platform/installation/store-owner.ts';
import { errorCode, systemReason } from '../../server/platform/runtime/startup-error.ts';
import type { ObjectStore } from '../../server/platform/storage/store.ts';
import { recordTrail } from '../../server/desk/trail/trail.ts';
import { commandActor, CommandError, options, type Command } from '../lib/command.ts';
import { objectsNamed } from './place/copy-objects.ts';
import { dumpTables } from './dump-tables.ts';
import type { Sealer } from './place/encryption.ts';
import { keyOptions, sealerOf } from './place/keys.ts';
import {
  backupFolder,
  checksumName,
  indexName,
  macName,
  manifestName,
  tableName,
  type FaultyObject,
  type Manifest,
} from './place/manifest.ts';
import { manifestMac } from './place/manifest-mac.ts';
import { indexText } from './place/object-index.ts';
import { openPlace, putText, type Place } from './place/place.ts';
import { putHashed } from './place/put-hashed.ts';
import { removeOld, retentionOf, retentionOptions } from './place/retention.ts';
import { newTotals, storeObjects } from './place/store-objects.ts';

/**
 * Writes the whole installation into a backup place: every row as of one moment, and every stored file that a row names and that no earlier
 * backup of the place has. The server keeps running meanwhile.
 */
export const backup: Command = {
  name: 'backup',
  usage: '[<place>] [--recipient <age1…> | --passphrase-file <path>] [--keep <n>] [--keep-days <n>]',
  summary:
    'write every row and every stored file that the place does not have yet, also while the server runs; then remove old backups; ' +
    'exit 1 when a stored file is damaged or missing and nobody knew',
  async run({ db, pool, args, config }) {
    const { values, positionals } = options(args, [...keyOptions, ...retentionOptions], [], 1);
    const retention = retentionOf(values);
    const place = await openPlace(positionals[0], config.backupPlace);
    return alone(pool, async () => {
      const { sealer, terms, identity } = await sealerOf(place, await installationId(db), values);
      const store = await openOwnStore(config, db);
      const { manifest, sha256 } = await write({ pool, place, sealer, terms, identity, store }).catch(inWords);
      // Older backups of the place still hold data that was erased since. A restore of one repeats these erasures.
      for (const erasure of await decidedErasures(db)) await writeErasure(place.files, erasure);
      // Recorded after the backup's snapshot, so the backup does not hold its own trail row.
      await recordTrail(db, commandActor, { action: '备份', object: `backup/${manifest.madeAt}`, after: { sha256 } });
      for (const { sha256: name, fault } of unexpected(manifest)) console.error(`file ${name} is not in the backup: it is ${fault}`);
      const removed = retention ? await removeOld(place, retention) : [];
      return {
        value: {
          place: place.shown,
          id: manifest.id,
          madeAt: manifest.madeAt,
          manifestSha256: sha256,
          ...counts(manifest),
          copied: manifest.objects.copied,
          copiedBytes: manifest.objects.copiedBytes,
          faulty: manifest.objects.faulty,
          removed,
        },
        text: summaryText(place, manifest, sha256, removed),
        failed: unexpected(manifest).length > 0,
      };
    });
  },
};

/** Objects that the store could not deliver although the scrub had not reported them. */
export function unexpected({ objects }: { readonly objects: Pick<Manifest['objects'], 'faulty'> }): FaultyObject[] {
  return objects.faulty.filter(({ isExpected }) => !isExpected);
}

export function counts({ tables, objects }: Pick<Manifest, 'tables'> & { readonly objects: Pick<Manifest['objects'], 'count' | 'bytes'> }) {
  return { tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0), files: objects.count, bytes: objects.bytes };
}

/** Holds the backup lock: each of two concurrent backups could remove files that the other relies on. @throws CommandError */
async function alone<Result>(pool: Pool, work: () => Promise<Result>): Promise<Result> {
  const session = await pool.connect();
  try {
    const { rows } = await session.query<{ isTaken: boolean }>(`select pg_try_advisory_lock(${locks.backup}) as "isTaken"`);
    if (rows[0]?.isTaken !== true) throw new CommandError('Another backup of this installation is under way.');
    return await work();
  } finally {
    // Releases the lock at once if the session still works; ending the session releases it otherwise.
    await session.query(`select pg_advisory_unlock(${locks.backup})`).catch(() => undefined);
    session.release(true);
  }
}

interface Writing {
  readonly pool: Pool;
  readonly place: Place;
  readonly sealer: Sealer;
  readonly terms: { readonly installation: string | null; readonly recipient: string | null; readonly keySha256: string | null };
  /** The identity under the passphrase, if that was given. */
  readonly identity: string | null;
  readonly store: ObjectStore;
}

/** Writes the rows, then the files, then the manifest. A file is stored before a row names it, so all files of the snapshot exist. */
async function write({ pool, place, sealer, terms, identity, store }: Writing): Promise<{ manifest: Manifest; sha256: string }> {
  const { installation, recipient, keySha256 } = terms;
  const madeAt = new Date().toISOString();
  const id = madeAt.replaceAll(/[-:.]/g, '');
  const folder = backupFolder(id);
  const spool = await mkdtemp(join(tmpdir(), 'notary-backup-'));
  const written: string[] = [];
  const put = (name: string, bytes: AsyncIterable<Uint8Array>) => {
    written.push(name);
    return putHashed(place.files, name, bytes);
  };
  try {
    const dump = await dumpTables(pool, async (table, text) => {
      const copy = table === 'stored_object' ? spooled(text, join(spool, table)) : { text, done: Promise.resolve() };
      const { sha256 } = await put(tableName(folder, table, sealer.suffix), sealer.seal(copy.text));
      await copy.done;
      return sha256;
    });
    const columns = dump.tables.find(({ name }) => name === 'stored_object')?.columns ?? [];
    const named = objectsNamed(
      columns,
      pipeline(createReadStream(join(spool, 'stored_object')), createGunzip(), () => undefined),
    );
    const totals = newTotals();
    const index = await put(indexName(folder), indexText(storeObjects({ named, store, place, sealer, totals })));
    const objects = { ...totals, indexSha256: index.sha256 };
    const manifest: Manifest = { format: 'notary-backup/2', id, installation, madeAt, ...dump, objects, recipient, keySha256 };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    const sha256 = createHash('sha256').update(text).digest('hex');
    written.push(checksumName(folder), macName(folder));
    if (identity !== null) await putText(place.files, macName(folder), `${manifestMac(identity, sha256)}\n`);
    await putText(place.files, checksumName(folder), `${sha256}  manifest.json\n`);
    await putText(place.files, manifestName(folder), text);
    return { manifest, sha256 };
  } catch (error) {
    await Promise.allSettled(written.map((name) => place.files.remove(name)));
    throw error;
  } finally {
    await rm(spool, { recursive: true, force: true });
  }
}

/** Passes the text on and copies it into a local file, because the list of objects is read from it and the backup may be encrypted. */
function spooled(text: Readable, path: string): { text: Readable; done: Promise<void> } {
  const through = new PassThrough();
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  through.pipe(file);
  const done = finished(file);
  done.catch(() => undefined);
  return { text: pipeline(text, through, new PassThrough(), (error) => void (error && file.destroy(error))), done };
}

function inWords(error: unknown): never {
  if (isDiskError(error)) throw new CommandError(`The backup was not made: ${systemReason(error)}.`);
  if (error instanceof Error && '$metadata' in error) throw new CommandError(`The backup was not made: ${error.name}: ${error.message}.`);
  throw error;
}

function isDiskError(error: unknown): boolean {
  return (
    error instanceof Error &&
    'syscall' in error &&
    ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EACCES', 'EIO', 'ENOTEMPTY'].includes(errorCode(error) ?? '')
  );
}

function summaryText(place: Place, manifest: Manifest, sha256: string, removed: readonly string[]): string {
  const { tables, rows, files, bytes } = counts(manifest);
  const { copied, copiedBytes } = manifest.objects;
  const lost = unexpected(manifest).length;
  const known = manifest.objects.faulty.length - lost;
  return [
    `${place.shown}: backup ${manifest.id}, ${rows} rows of ${tables} tables, ${files} files ` +
      `of ${bytes} bytes${known > 0 ? `, without ${known} that are known to be damaged or missing` : ''}; ` +
      `${copied} of them, ${copiedBytes} bytes, are new in the place`,
    ...(lost > 0 ? [`${lost} FILES ARE MISSING IN IT`] : []),
    ...(removed.length > 0 ? [`Removed: ${removed.join(', ')}`] : []),
    `SHA-256 of its manifest: ${sha256}`,
    manifest.recipient === null
      ? 'It holds every secret of the office, in the clear: keep it like the database itself.'
      : `It is encrypted for ${manifest.recipient}: without that key nobody opens it, the office included.`,
  ].join('\n');
}

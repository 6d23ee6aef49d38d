import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { CommandError, options, type StandaloneCommand } from '../lib/command.ts';
import { checkFile, checkParts, faultOf, type FileFault } from './place/check-files.ts';
import type { Opener } from './place/encryption.ts';
import { keyOptions, openerFor } from './place/keys.ts';
import { checkMac } from './place/manifest-mac.ts';
import { backupFolder, manifestName, objectName, readBackup, tableName, type Backup } from './place/manifest.ts';
import { readIndex, union, type IndexedObject } from './place/object-index.ts';
import { keyName, listBackups, openPlace, readTerms, type Place } from './place/place.ts';
import { findBackup, objectReader, objectsIn, suffixOf, tableReader } from './place/read-backup.ts';

/** Reads everything in a place again and names each file that has changed. With a key it also decrypts encrypted files. */
export const verifyBackup: StandaloneCommand = {
  name: 'backup --verify',
  usage: '[<place>] [--backup <id>] [--identity <path> | --passphrase-file <path>]',
  summary: 'read every byte of all backups of a place, or of one, and name each file that was changed; exit 1 when there is one',
  async runStandalone({ args, config }) {
    const { values, positionals } = options(args, [...keyOptions, 'backup'], [], 1);
    const place = await openPlace(positionals[0], config.backupPlace);
    const backups = await backupsOf(place, values.backup);
    const opener = await openerFor(place, backups.at(-1)?.backup?.manifest.recipient ?? null, values);
    const faults: FileFault[] = backups.flatMap(({ fault }) => (fault ? [fault] : []));
    const whole = backups.flatMap(({ backup }) => (backup ? [backup] : []));
    const terms = await readTerms(place);
    if (typeof terms?.keySha256 === 'string') await add(faults, checkFile(place.files, keyName, terms.keySha256));
    for (const backup of whole) {
      for await (const fault of checkParts(place.files, backup)) faults.push(fault);
      if (opener?.macIdentity) await add(faults, checkMac(place, backup, opener.macIdentity));
      if (opener && faults.length === 0) faults.push(...(await openTables(place, backup, opener)));
    }
    const files = await checkObjects(place, whole, opener, faults);
    const lines = faults.map(({ name, fault }) => `${name}: ${fault}`);
    const looked = `${whole.length} backups with ${files.count} files of ${files.bytes} bytes`;
    const howFar = opener ? '' : ' (not opened: no key was given)';
    const text = [
      `${place.shown}: ${looked} were read again${howFar}; ${faults.length === 0 ? 'all whole' : `${faults.length} NOT WHOLE`}`,
      ...lines,
    ];
    return {
      value: { place: place.shown, backups: whole.map(({ manifest }) => manifest.id), ...files, isOpened: opener !== null, faults },
      text: text.join('\n'),
      failed: faults.length > 0,
    };
  },
};

async function backupsOf(place: Place, wanted: string | undefined): Promise<{ backup?: Backup; fault?: FileFault }[]> {
  const ids = await listBackups(place);
  if (wanted !== undefined || ids.length === 0) return [{ backup: await findBackup(place, wanted) }];
  return Promise.all(
    ids.map(async (id) => {
      try {
        return { backup: await readBackup(place.files, backupFolder(id)) };
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        return { fault: { name: manifestName(backupFolder(id)), fault: 'changed' as const } };
      }
    }),
  );
}

/** Checks that each table's file has as many rows as the manifest says. For encrypted files, this needs the key. */
async function openTables(place: Place, backup: Backup, opener: Opener): Promise<FileFault[]> {
  const faults: FileFault[] = [];
  for (const { name, rows } of backup.manifest.tables) {
    const file = tableName(backup.folder, name, suffixOf(backup.manifest));
    let found = 0;
    try {
      for await (const chunk of await tableReader(place, backup, opener)(name)) found += countLines(chunk as Buffer);
      if (found !== rows) faults.push({ name: file, fault: 'changed' });
    } catch (error) {
      faults.push({ name: file, fault: faultOf(error) });
    }
  }
  return faults;
}

/** Checks each object once, even if several backups share it. */
async function checkObjects(place: Place, backups: readonly Backup[], opener: Opener | null, faults: FileFault[]) {
  const counted = { count: 0, bytes: 0 };
  const damaged = new Set(faults.map(({ name }) => name));
  const readable = backups.filter(({ folder }) => !damaged.has(`${folder}objects.tsv.gz`));
  const [first] = readable;
  if (!first) return counted;
  const suffix = suffixOf(first.manifest);
  for await (const object of union(readable.map((backup) => indexOf(place, backup, opener)))) {
    const name = objectName(object.sha256, suffix);
    const fault = (await checkFile(place.files, name, object.fileSha256)) ?? (await openObject(place, first, opener, object, name));
    if (fault) faults.push(fault);
    counted.count += 1;
    counted.bytes += object.sizeBytes;
  }
  return counted;
}

function indexOf(place: Place, backup: Backup, opener: Opener | null): AsyncIterable<IndexedObject> {
  if (backup.manifest.objects.indexSha256 !== null || opener === null) return readIndex(place.files, backup.folder);
  return inTheClear(objectsIn(place, backup, opener));
}

async function* inTheClear(objects: AsyncIterable<{ sha256: string; sizeBytes: number }>): AsyncGenerator<IndexedObject> {
  for await (const { sha256, sizeBytes } of objects) yield { sha256, sizeBytes, fileSha256: sha256, fileBytes: sizeBytes };
}

async function openObject(
  place: Place,
  backup: Backup,
  opener: Opener | null,
  object: IndexedObject,
  name: string,
): Promise<FileFault | null> {
  if (opener === null || object.sha256 === object.fileSha256) return null;
  const hash = createHash('sha256');
  try {
    await pipeline((await objectReader(place, backup, opener).open(object.sha256)).stream, hash);
  } catch (error) {
    return { name, fault: faultOf(error) };
  }
  return hash.digest('hex') === object.sha256 ? null : { name, fault: 'changed' };
}

function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
  return lines;
}

async function add(faults: FileFault[], looking: Promise<FileFault | null>): Promise<void> {
  const fault = await looking;
  if (fault) faults.push(fault);
}

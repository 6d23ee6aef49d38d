import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { z } from 'zod';
import { openNamedFiles } from '../../../server/platform/installation/storage-url.ts';
import type { NamedFiles } from '../../../server/platform/storage/named-files.ts';
import { StorageError } from '../../../server/platform/storage/store.ts';
import { CommandError } from '../../lib/command.ts';
import { givenPath } from '../../lib/given-file.ts';

/** Where backups are stored: a folder, or a bucket and a prefix. All backups of an installation share their objects there. */
export interface Place {
  readonly files: NamedFiles;
  /** Address for messages; a bucket's credentials are left out. */
  readonly shown: string;
}

/** The terms of a place, in its `place.json`. They never change after the first backup. */
const schema = z.object({
  format: z.literal('notary-backups/1'),
  installation: z.uuid().nullable(),
  /** Recipient of everything in it; null if it is not encrypted. */
  recipient: z.string().nullable(),
  /** SHA-256 of `key.age`, the recipient's key under a passphrase. Null if the key is kept elsewhere. */
  keySha256: z.string().nullable(),
});
export type PlaceTerms = z.infer<typeof schema>;

export const termsName = 'place.json';
export const keyName = 'key.age';

/**
 * @param given place from the command line. @param fallback BACKUP_PLACE. A folder is relative to where the command was typed, because npm
 * changes into the project's folder.
 */
export async function openPlace(given: string | undefined, fallback: string | undefined): Promise<Place> {
  const address = given ?? fallback;
  if (address === undefined || address === '') throw new CommandError('One place is needed: a folder or s3://…, or set BACKUP_PLACE.');
  if (!address.startsWith('s3://')) {
    const folder = givenPath(address);
    return { files: await openNamedFiles(folder, 'BACKUP_PLACE'), shown: folder };
  }
  return { files: await openNamedFiles(address, 'BACKUP_PLACE'), shown: address.replace(/\?.*$/s, '') };
}

/** Null if there is no backup yet. @throws CommandError if the place is used for something else. */
export async function readTerms({ files, shown }: Place): Promise<PlaceTerms | null> {
  const stream = await files.open(termsName).catch((error: unknown) => {
    if (error instanceof StorageError) return null;
    throw error;
  });
  if (stream === null) return null;
  const parsed = schema.safeParse(jsonOf(await readAll(stream)));
  if (!parsed.success) throw new CommandError(`The file ${termsName} of ${shown} is damaged, or of a newer program.`);
  return parsed.data;
}

export async function writeTerms({ files }: Place, terms: PlaceTerms): Promise<void> {
  await putText(files, termsName, `${JSON.stringify(terms, null, 2)}\n`);
}

/** @returns the SHA-256 of the text. */
export async function putText(files: NamedFiles, name: string, text: string | Uint8Array): Promise<string> {
  const bytes = Buffer.from(text);
  await files.put(name, Readable.from([bytes]), bytes.length);
  return createHash('sha256').update(bytes).digest('hex');
}

/** Ids of the complete backups of a place, oldest first. A complete backup has a manifest. */
export async function listBackups({ files }: Place): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of files.list('backups')) {
    const [, id] = /^backups\/([0-9TZ]+)\/manifest\.json$/.exec(name) ?? [];
    if (id !== undefined) found.push(id);
  }
  return found;
}

/** Reports a missing file that the backup should have. */
export function refuseMissing(name: string) {
  return (error: unknown): never => {
    throw error instanceof StorageError ? new CommandError(`The backup is not whole: its file ${name} is missing.`) : error;
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

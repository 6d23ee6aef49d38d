import { createHash } from 'node:crypto';
import { text as readAll } from 'node:stream/consumers';
import { z } from 'zod';
import type { NamedFiles } from '../../../server/platform/storage/named-files.ts';
import { CommandError } from '../../lib/command.ts';
import { refuseMissing } from './place.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
/** A table: its columns in file order, its number of rows, and the SHA-256 of its file as stored. */
const table = z.object({ name: z.string().regex(/^\w+$/), columns: z.array(z.string()), rows: z.int(), sha256: hash });
/** Objects that the store could not deliver. An expected fault was known before the backup. */
const faulty = z.array(z.object({ sha256: z.string(), fault: z.enum(['missing', 'damaged', 'unreadable']), isExpected: z.boolean() }));
const common = {
  /** ISO 8601 in UTC. */
  madeAt: z.iso.datetime(),
  /** Version of the database server. */
  postgresql: z.string(),
  /** Names of the applied migrations. */
  migrations: z.array(z.string()),
  tables: z.array(table),
  /** Values are strings, because a sequence counts up to 2^63. */
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
};

/** A backup's `manifest.json`. It is written last, so a backup that has a manifest is complete. */
const schema = z.object({
  format: z.literal('notary-backup/2'),
  /** Its folder under `backups/`. Ids sort by time. */
  id: z.string().regex(/^[0-9TZ]+$/),
  /** The installation's id; null if it had none yet. */
  installation: z.uuid().nullable(),
  ...common,
  /** How many objects the backup has, how many were copied for it, and the hash of their list. */
  objects: z.object({
    count: z.int(),
    bytes: z.int(),
    copied: z.int(),
    copiedBytes: z.int(),
    indexSha256: hash,
    faulty,
  }),
  /** Recipient of the encryption (`age1…`), and the hash of the key file under a passphrase; null if there is none. */
  recipient: z.string().nullable(),
  keySha256: hash.nullable(),
});

/** A folder with a single backup, as releases before 1.1.0 wrote it. */
const first = z.object({
  format: z.literal('notary-backup/1'),
  ...common,
  objects: z.object({ count: z.int(), bytes: z.int(), faulty }),
});

export type Manifest = z.infer<typeof schema>;
export type TableFile = Manifest['tables'][number];
export type FaultyObject = Manifest['objects']['faulty'][number];

/** A readable backup of either format, and where its parts are. */
export interface Backup {
  readonly manifest: Omit<Manifest, 'format' | 'objects'> & {
    readonly objects: Omit<Manifest['objects'], 'indexSha256'> & { readonly indexSha256: string | null };
  };
  /** SHA-256 of the manifest. */
  readonly sha256: string;
  /** Prefix of its parts' names: empty, or ends with `/`. */
  readonly folder: string;
}

export const backupFolder = (id: string): string => `backups/${id}/`;
export const manifestName = (folder: string): string => `${folder}manifest.json`;
/** Holds the SHA-256 of the manifest, in the format of `sha256sum -c`. */
export const checksumName = (folder: string): string => `${folder}manifest.json.sha256`;
/** Holds its MAC, if the backup was made with a passphrase. */
export const macName = (folder: string): string => `${folder}manifest.json.mac`;
/** Holds the text output of COPY, gzipped. */
export const tableName = (folder: string, table: string, suffix: string): string => `${folder}tables/${table}.copy.gz${suffix}`;
/** One line per object: its SHA-256 and size, then those of the file that holds it. Gzipped, never encrypted. */
export const indexName = (folder: string): string => `${folder}objects.tsv.gz`;
export const objectName = (sha256: string, suffix: string): string =>
  `objects/sha256/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}${suffix}`;

/** @throws CommandError if there is no manifest that this program understands, or if it was changed. */
export async function readBackup(files: NamedFiles, folder: string): Promise<Backup> {
  const text = await readText(files, manifestName(folder));
  const sha256 = createHash('sha256').update(text).digest('hex');
  if (folder !== '') {
    const checksum = await readText(files, checksumName(folder));
    if (!checksum.startsWith(`${sha256} `)) throw new CommandError(`The file ${manifestName(folder)} of the backup was changed.`);
  }
  const parsed = z.union([schema, first]).safeParse(jsonOf(text));
  if (!parsed.success) throw new CommandError(`The manifest of the backup, ${manifestName(folder)}, is damaged, or of a newer program.`);
  const manifest = withAll(parsed.data);
  // Its MAC and its hash would still be right: an earlier backup would pass for a later one.
  if (folder !== '' && folder !== backupFolder(manifest.id))
    throw new CommandError(`The folder ${folder} has the backup ${manifest.id}: somebody has moved it.`);
  return { manifest, sha256, folder };
}

function withAll(manifest: z.infer<typeof schema> | z.infer<typeof first>): Backup['manifest'] {
  if (manifest.format === 'notary-backup/2') return manifest;
  const { count, bytes, faulty: absent } = manifest.objects;
  return {
    ...manifest,
    id: manifest.madeAt,
    installation: null,
    objects: { count, bytes, copied: count, copiedBytes: bytes, indexSha256: null, faulty: absent },
    recipient: null,
    keySha256: null,
  };
}

async function readText(files: NamedFiles, name: string): Promise<string> {
  return readAll(await files.open(name).catch(refuseMissing(name)));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

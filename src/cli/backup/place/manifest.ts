import { createHash } from 'node:crypto';
import { text as readAll } from 'node:stream/consumers';
import { z } from 'zod';
import type { NamedFiles } from '../../../server/storage/named-files.ts';
import { CommandError } from '../../lib/command.ts';
import { refuseMissing } from './place.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
/** Of each table: the columns in the order of its file, its rows, and the SHA-256 of the file as it lies there. */
const table = z.object({ name: z.string().regex(/^\w+$/), columns: z.array(z.string()), rows: z.int(), sha256: hash });
/** Those that a store could not give; an expected fault was known before. */
const faulty = z.array(z.object({ sha256: z.string(), fault: z.enum(['missing', 'damaged', 'unreadable']), isExpected: z.boolean() }));
const common = {
  /** ISO 8601, UTC. */
  madeAt: z.iso.datetime(),
  /** The version of the database's server. */
  postgresql: z.string(),
  /** Names of the migrations that had been applied. */
  migrations: z.array(z.string()),
  tables: z.array(table),
  /** Values are texts: a sequence counts to 2^63. */
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
};

/** What a backup is made of, in its `manifest.json`. It is written last, so a backup with a manifest is a whole one. */
const schema = z.object({
  format: z.literal('notary-backup/2'),
  /** Its folder under `backups/`; later ones come later in the order of letters. */
  id: z.string().regex(/^[0-9TZ]+$/),
  /** Of whom; null before the installation had one. */
  installation: z.uuid().nullable(),
  ...common,
  /** Those that it has, with what was copied for it, and the list of them. */
  objects: z.object({
    count: z.int(),
    bytes: z.int(),
    copied: z.int(),
    copiedBytes: z.int(),
    indexSha256: hash,
    faulty,
  }),
  /** Whom it is encrypted for (`age1…`), and the file of the key under a passphrase, if any. */
  recipient: z.string().nullable(),
  keySha256: hash.nullable(),
});

/** A folder of a single backup, as releases before 1.1.0 wrote it. */
const first = z.object({
  format: z.literal('notary-backup/1'),
  ...common,
  objects: z.object({ count: z.int(), bytes: z.int(), faulty }),
});

export type Manifest = z.infer<typeof schema>;
export type TableFile = Manifest['tables'][number];
export type FaultyObject = Manifest['objects']['faulty'][number];

/** One backup that can be read: where its parts lie, whatever the format. */
export interface Backup {
  readonly manifest: Omit<Manifest, 'format' | 'objects'> & {
    readonly objects: Omit<Manifest['objects'], 'indexSha256'> & { readonly indexSha256: string | null };
  };
  /** Of the manifest. */
  readonly sha256: string;
  /** Before the names of its parts: empty, or ends with `/`. */
  readonly folder: string;
}

export const backupFolder = (id: string): string => `backups/${id}/`;
export const manifestName = (folder: string): string => `${folder}manifest.json`;
/** The SHA-256 of the manifest, as `sha256sum -c` reads it. */
export const checksumName = (folder: string): string => `${folder}manifest.json.sha256`;
/** The output of COPY, as text, gzipped. */
export const tableName = (folder: string, table: string, suffix: string): string => `${folder}tables/${table}.copy.gz${suffix}`;
/** A line for each object: its SHA-256 and size, and those of the file that it lies in. Gzipped, never encrypted. */
export const indexName = (folder: string): string => `${folder}objects.tsv.gz`;
export const objectName = (sha256: string, suffix: string): string =>
  `objects/sha256/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}${suffix}`;

/** @throws CommandError where there is none that this program understands, or it is not the one that was written. */
export async function readBackup(files: NamedFiles, folder: string): Promise<Backup> {
  const text = await readText(files, manifestName(folder));
  const sha256 = createHash('sha256').update(text).digest('hex');
  if (folder !== '') {
    const told = await readText(files, checksumName(folder));
    if (!told.startsWith(`${sha256} `)) throw new CommandError(`The file ${manifestName(folder)} of the backup was changed.`);
  }
  const parsed = z.union([schema, first]).safeParse(jsonOf(text));
  if (!parsed.success) throw new CommandError(`The manifest of the backup, ${manifestName(folder)}, is damaged, or of a newer program.`);
  return { manifest: withAll(parsed.data), sha256, folder };
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

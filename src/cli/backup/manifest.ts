import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { CommandError } from '../lib/command.ts';

/** What a backup is made of, in its `manifest.json`. It is written last, so a folder with a manifest is a whole backup. */
const schema = z.object({
  format: z.literal('notary-backup/1'),
  /** ISO 8601, UTC. */
  madeAt: z.iso.datetime(),
  /** The version of the database's server. */
  postgresql: z.string(),
  /** Names of the migrations that had been applied. */
  migrations: z.array(z.string()),
  /** Of each table: the columns in the order of its file, its rows, and the SHA-256 of the file as it lies there. */
  tables: z.array(z.object({ name: z.string().regex(/^\w+$/), columns: z.array(z.string()), rows: z.int(), sha256: z.string() })),
  /** Values are texts: a sequence counts to 2^63. */
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  /** Those that lie in `objects/`, and those that the store could not give; an expected fault was known before. */
  objects: z.object({
    count: z.int(),
    bytes: z.int(),
    faulty: z.array(z.object({ sha256: z.string(), fault: z.enum(['missing', 'damaged', 'unreadable']), isExpected: z.boolean() })),
  }),
});
export type Manifest = z.infer<typeof schema>;
export type TableFile = Manifest['tables'][number];
export type FaultyObject = Manifest['objects']['faulty'][number];

export const manifestPath = (folder: string): string => join(folder, 'manifest.json');
export const objectsPath = (folder: string): string => join(folder, 'objects');
/** The output of COPY, as text, gzipped. */
export const tablePath = (folder: string, name: string): string => join(folder, 'tables', `${name}.copy.gz`);

/** The manifest and its own SHA-256. @throws CommandError where the folder holds none that this program understands. */
export async function readManifest(folder: string): Promise<{ manifest: Manifest; sha256: string }> {
  const text = await readFile(manifestPath(folder), 'utf8').catch(() => null);
  if (text === null) throw new CommandError(`There is no backup in ${folder}: it has no manifest.json that can be read.`);
  const parsed = schema.safeParse(jsonOf(text));
  if (!parsed.success) throw new CommandError(`The manifest of ${folder} is damaged, or of a newer program.`);
  return { manifest: parsed.data, sha256: createHash('sha256').update(text).digest('hex') };
}

/** @throws CommandError that names the first table whose file is not what the manifest says. */
export async function checkTables(folder: string, { tables }: Manifest): Promise<void> {
  for (const { name, sha256 } of tables) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(tablePath(folder, name)), hash).catch(() => {
      throw new CommandError(`The backup cannot be restored: the file of table ${name} is missing or cannot be read.`);
    });
    if (hash.digest('hex') !== sha256) throw new CommandError(`The backup cannot be restored: the file of table ${name} was changed.`);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

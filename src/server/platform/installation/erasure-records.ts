import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Config } from '../runtime/config.ts';
import type { NamedFiles } from '../storage/named-files.ts';
import { storedNames } from './store-owner.ts';

/**
 * An erasure as recorded beside the stored files and in backup places. It survives a restore of the database to an earlier time. It holds
 * nothing personal of the user, only the internal user ID, and the operators. `registeredAt` distinguishes the user from another one who
 * got the same ID after a restore.
 */
const facts = z.object({
  userId: z.string().regex(/^[1-9]\d{0,17}$/),
  registeredAt: z.iso.datetime(),
  reason: z.string().min(1).max(200),
  requestedBy: z.string().regex(/^[1-9]\d{0,17}$/),
  requestedName: z.string(),
  requestedAt: z.iso.datetime(),
  decidedBy: z.string().regex(/^[1-9]\d{0,17}$/),
  decidedName: z.string(),
  decidedAt: z.iso.datetime(),
});
/** `mac` authenticates the record with a key of the installation; without it nothing is erased. 32 bytes in lower-case hex. */
const record = facts.extend({ mac: z.string().regex(/^[0-9a-f]{64}$/) });
export type ErasureFacts = z.output<typeof facts>;
export type ErasureRecord = z.output<typeof record>;

/** The place of erasure records beside the stored objects of this installation. */
export function erasureFiles(config: Pick<Config, 'storageUrl' | 'dataDir'>): Promise<NamedFiles> {
  return storedNames(config);
}

export async function writeErasure(files: NamedFiles, erasure: ErasureRecord): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(erasure)}\n`);
  await files.put(nameOf(erasure), Readable.from([bytes]), bytes.length);
}

/** All erasure records. @throws Error that names the first unreadable file: an erasure must not be skipped. */
export async function readErasures(files: NamedFiles): Promise<ErasureRecord[]> {
  const found: ErasureRecord[] = [];
  for await (const { name } of files.list(folder)) {
    const parsed = record.safeParse(jsonOf(await text(await files.open(name))));
    if (!parsed.success) throw new Error(`the record of an erasure, ${name}, cannot be read`);
    found.push(parsed.data);
  }
  return found;
}

/** Parses the output of `erasure list --json`, for files that were copied by hand. Null if it is not such output. */
export function parseErasures(json: string): ErasureRecord[] | null {
  const parsed = z.array(record).safeParse(jsonOf(json));
  return parsed.success ? parsed.data : null;
}

function jsonOf(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}

const folder = 'erasures';

function nameOf({ userId, registeredAt }: ErasureRecord): string {
  return `${folder}/${userId}-${Date.parse(registeredAt)}.json`;
}

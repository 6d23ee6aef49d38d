import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Config } from '../runtime/config.ts';
import type { NamedFiles } from '../storage/named-files.ts';
import { storedNames } from './store-owner.ts';

/**
 * An erasure as it lies beside the stored files, and in places of backups: it outlives a database that is taken back to a moment before
 * it. Nothing personal: a number of the house's own, and operators. `registeredAt` tells the user from another one who was given the same
 * number after a restore.
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
/** With the installation's own mark, without which nothing is erased: 32 bytes in lower-case hex. */
const record = facts.extend({ mac: z.string().regex(/^[0-9a-f]{64}$/) });
export type ErasureFacts = z.output<typeof facts>;
export type ErasureRecord = z.output<typeof record>;

/** Beside the files of this house's store. */
export function erasureFiles(config: Pick<Config, 'storageUrl' | 'dataDir'>): Promise<NamedFiles> {
  return storedNames(config);
}

export async function writeErasure(files: NamedFiles, erasure: ErasureRecord): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(erasure)}\n`);
  await files.put(nameOf(erasure), Readable.from([bytes]), bytes.length);
}

/** All that lie there. @throws Error that names a file which is none: an erasure that cannot be read is not to be passed over. */
export async function readErasures(files: NamedFiles): Promise<ErasureRecord[]> {
  const found: ErasureRecord[] = [];
  for await (const { name } of files.list(folder)) {
    const parsed = record.safeParse(jsonOf(await text(await files.open(name))));
    if (!parsed.success) throw new Error(`the record of an erasure, ${name}, cannot be read`);
    found.push(parsed.data);
  }
  return found;
}

/** Of a file that was copied by hand: the records that `erasure list --json` printed. */
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

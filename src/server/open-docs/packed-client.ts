import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** The newest packed client in a folder; null if there is none. */
export async function openPackedClient(folder: string): Promise<{ readonly stream: Readable; readonly sizeBytes: number } | null> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^notary-client-\d+\.\d+\.\d+[\w.-]*\.tgz$/.test(name));
  const found = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })));
  const newest = found.toSorted((one, other) => other.at - one.at)[0];
  if (!newest) return null;
  const file = await open(join(folder, newest.name));
  return { stream: file.createReadStream(), sizeBytes: (await file.stat()).size };
}

import { CommandError } from '../../lib/command.ts';
import { backupFolder, manifestName, readBackup } from './manifest.ts';
import { lookup, readIndex, union } from './object-index.ts';
import { listBackups, type Place } from './place.ts';
import { filesOf, indexFault } from './store-objects.ts';

export const retentionOptions = ['keep', 'keep-days'] as const;

/** A backup is kept if either of the two rules keeps it. */
export interface Retention {
  readonly newest: number;
  readonly days: number;
}

/** Null if everything is kept. @throws CommandError */
export function retentionOf(given: Partial<Record<(typeof retentionOptions)[number], string>>): Retention | null {
  const { keep, 'keep-days': days } = given;
  if (keep === undefined && days === undefined) return null;
  for (const [name, value] of Object.entries({ keep, 'keep-days': days }))
    if (value !== undefined && !/^[1-9]\d{0,4}$/.test(value)) throw new CommandError(`--${name} is a number from 1 on.`);
  return { newest: Math.max(1, Number(keep ?? 1)), days: Number(days ?? 0) };
}

/**
 * Removes the backups that neither rule keeps, and the object files that no remaining backup has. A manifest is removed first, so that a
 * half-removed backup no longer counts as one. @returns ids of the removed backups.
 */
export async function removeOld(place: Place, { newest, days }: Retention, now = new Date()): Promise<string[]> {
  const all = await listBackups(place);
  const oldest = new Date(now.getTime() - days * 86_400_000).toISOString();
  const removed: string[] = [];
  for (const id of all.slice(0, -newest)) {
    const { manifest } = await readBackup(place.files, backupFolder(id));
    if (days > 0 && manifest.madeAt >= oldest) continue;
    await place.files.remove(manifestName(backupFolder(id)));
    removed.push(id);
  }
  const kept = all.filter((id) => !removed.includes(id));
  for (const id of kept) {
    const fault = await indexFault(place, backupFolder(id));
    // What a backup with a faulty index needs is unknown, so no object may be removed.
    if (fault !== null) throw new CommandError(`${fault} The backup was made, and no files of old ones were removed.`);
  }
  for (const id of await abandoned(place, kept)) {
    const names: string[] = [];
    for await (const { name } of place.files.list(`backups/${id}`)) names.push(name);
    for (const name of names) await place.files.remove(name);
  }
  await removeObjects(place, kept);
  return removed;
}

/** Folders without a manifest: of removed backups, or of a backup command that was killed. */
async function abandoned({ files }: Place, kept: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for await (const { name } of files.list('backups')) found.add(name.split('/')[1] ?? '');
  return [...found].filter((id) => !kept.includes(id));
}

async function removeObjects(place: Place, kept: readonly string[]): Promise<void> {
  const needed = lookup(union(kept.map((id) => readIndex(place.files, backupFolder(id)))));
  for await (const { sha256, name } of filesOf(place)) if (!(await needed.find(sha256))) await place.files.remove(name);
  await needed.close();
}

import { recordCheck } from '../../server/custody/objects/scrub-verdict.ts';
import { openOwnStore } from '../../server/platform/installation/store-owner.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { CommandError, options, type Command } from '../lib/command.ts';
import { copyObjects, intoStore, type NamedObject } from './place/copy-objects.ts';
import { keyOptions, openerFor } from './place/keys.ts';
import { openPlace } from './place/place.ts';
import { findBackup, objectReader } from './place/read-backup.ts';

/**
 * Puts the files that the scrub found damaged or missing back from a backup. All backups of a place share their files, so one of them is
 * enough. A file is stored only if its bytes have the hash that is its name; its evidence is available at once.
 */
export const repair: Command = {
  name: 'store repair',
  usage: '[<place>] [--identity <path> | --passphrase-file <path>]',
  summary: 'put damaged and missing files back from the backups of a place; exit 1 while some remain',
  async run({ db, args, config }) {
    const { values, positionals } = options(args, keyOptions, [], 1);
    const place = await openPlace(positionals[0], config.backupPlace);
    const backup = await findBackup(place, undefined);
    const { recipient } = backup.manifest;
    const opener = await openerFor(place, recipient, values);
    if (!opener) throw new CommandError(`The backup is encrypted for ${recipient ?? ''}: give --identity or --passphrase-file.`);
    const store = await openOwnStore(config, db);
    const alarm = (line: string): void => console.error(line);
    let repaired = 0;
    const remaining: string[] = [];
    for await (const copied of copyObjects(faultyObjects(db), objectReader(place, backup, opener), intoStore(store))) {
      if ('fault' in copied) remaining.push(`${copied.object.sha256} (in the backup it is ${copied.fault})`);
      else {
        await recordCheck({ db, alarm, cycleDays: config.scrub.cycleDays }, copied.object.sha256, 'whole');
        repaired += 1;
      }
    }
    const text = [`${repaired} files were put back from ${place.shown}.`, ...remaining.map((line) => `Still lost: ${line}.`)].join('\n');
    return { value: { repaired, remaining: remaining.length }, text, failed: remaining.length > 0 };
  },
};

/** Those that the scrub reported, ordered by hash. */
async function* faultyObjects(db: Database): AsyncGenerator<NamedObject> {
  const rows = await db
    .selectFrom('stored_object')
    .select(['sha256', 'size_bytes'])
    .where('state', 'in', ['damaged', 'missing'])
    .orderBy('sha256')
    .execute();
  for (const { sha256, size_bytes: sizeBytes } of rows) yield { sha256, sizeBytes: Number(sizeBytes), isExpectedFaulty: true };
}

import { recordCheck } from '../../server/custody/objects/scrub-verdict.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { installationId } from '../../server/platform/installation/identity.ts';
import { adoptStore, openOwnStore, shownStore } from '../../server/platform/installation/store-owner.ts';
import type { ObjectStore } from '../../server/platform/storage/store.ts';
import { recordTrail } from '../../server/desk/trail/trail.ts';
import { commandActor, options, type Command, type StandaloneCommand } from '../lib/command.ts';
import { withDatabase } from '../lib/connect.ts';

/** For a store that was replaced or copied on purpose; every other use of a store that is not the installation's own is refused. */
const adopt: StandaloneCommand = {
  name: 'store adopt',
  usage: '',
  summary: 'make the files of STORAGE_URL or DATA_DIR those of this installation, whoever they were of before',
  async runStandalone({ args, config }) {
    options(args, []);
    return withDatabase(
      config,
      async (db) => {
        const [owner, before, place] = [await installationId(db), await adoptStore(config, db), shownStore(config)];
        if (before !== owner)
          await recordTrail(db, commandActor, {
            action: '接管文件存储',
            object: 'store',
            before: { owner: before },
            after: { owner, place },
          });
        const was = before === null ? 'They belonged to no installation.' : `They belonged to installation ${before}.`;
        return {
          value: { place, owner, before },
          text: `The files in ${place} belong to this installation (${owner}). ${before === owner ? 'They did before.' : was}`,
        };
      },
      'any store',
    );
  },
};

/** For files that are lost for good: the scrub records no loss of many at once. */
const recordLoss: Command = {
  name: 'store record-missing',
  usage: '',
  summary: 'record every file that the store does not have as missing: its evidence is marked, and its client is told',
  async run({ db, args, config }) {
    options(args, []);
    const store = await openOwnStore(config, db);
    const missing = await recordMissing(db, store, (line) => console.error(line), config.scrub.cycleDays);
    return { value: { missing }, text: `${missing} files were recorded as missing.` };
  },
};

/** @returns how many were recorded. */
export async function recordMissing(
  db: Database,
  store: Pick<ObjectStore, 'stat'>,
  alarm: (line: string) => void,
  cycleDays = 30,
): Promise<number> {
  let missing = 0;
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('stored_object')
      .select('sha256')
      .where('sha256', '>', after)
      .where('state', 'in', ['whole', 'unchecked'])
      .orderBy('sha256')
      .limit(batch)
      .execute();
    for (const { sha256 } of rows) {
      if ((await store.stat(sha256)) !== null) continue;
      await recordCheck({ db, alarm, cycleDays }, sha256, 'missing');
      missing += 1;
    }
    after = rows.at(-1)?.sha256 ?? after;
    if (rows.length < batch) return missing;
  }
}

const batch = 500;

export const storeCommands = [adopt, recordLoss] as const;

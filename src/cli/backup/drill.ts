import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordDrill, type DrillResult } from '../../server/custody/platform/restore-drill.ts';
import { recordTrail } from '../../server/desk/trail/trail.ts';
import { commandActor, options, type Command } from '../lib/command.ts';
import { givenPath } from '../lib/given-file.ts';
import { smokeTest } from './drill-installation.ts';
import { keyOptions } from './place/keys.ts';
import { openPlace } from './place/place.ts';
import { findBackup } from './place/read-backup.ts';
import { restore } from './restore.ts';

/**
 * Restores the newest backup beside the running installation, into its own database and folder. Checks it as fsck does, signs in, reads a
 * list, removes it, and records the result.
 */
export const drill: Command = {
  name: 'drill',
  usage: '[<place>] [--backup <id>] [--identity <path> | --passphrase-file <path>] [--folder <path>]',
  summary: 'restore the newest backup for practice, beside what runs, and write down whether it is whole; exit 1 when it is not',
  async run({ db, args, config }) {
    const { values, positionals } = options(args, [...keyOptions, 'backup', 'folder'], [], 1);
    const began = Date.now();
    const place = await openPlace(positionals[0], config.backupPlace);
    const { manifest } = await findBackup(place, values.backup);
    const within = values.folder === undefined ? tmpdir() : givenPath(values.folder);
    await mkdir(within, { recursive: true });
    const folder = await mkdtemp(join(within, 'notary-drill-'));
    // Shares nothing with the running installation: no database, no files, no chain and no timestamp authority that would take its
    // signatures for the office's.
    const isolatedConfig = {
      ...config,
      databaseUrl: undefined,
      storageUrl: undefined,
      dataDir: folder,
      demo: false,
      chain: null,
      timestamps: { ...config.timestamps, url: undefined, sm2Url: null, ofEvidence: false },
    };
    const keys = keyOptions.flatMap((name) => (values[name] === undefined ? [] : [`--${name}`, values[name]]));
    const id = manifest.installation === null ? [] : ['--backup', manifest.id];
    const found = await runDrill(
      () => restore.runStandalone({ args: [...positionals, ...id, ...keys], config: isolatedConfig }),
      isolatedConfig,
    ).finally(() => rm(folder, { recursive: true, force: true }));
    const seconds = Math.round((Date.now() - began) / 1000);
    const result: DrillResult = { backup: manifest.id, madeAt: new Date(manifest.madeAt), seconds, ...found };
    await db.transaction().execute(async (tx) => {
      await recordDrill(tx, result);
      const after = { succeeded: found.hasSucceeded, seconds };
      await recordTrail(tx, commandActor, { action: '恢复演练', object: `backup/${manifest.madeAt}`, after });
    });
    const words = found.hasSucceeded ? 'came back whole' : 'DID NOT COME BACK WHOLE';
    return {
      value: { ...result, madeAt: manifest.madeAt },
      text: `The backup ${manifest.id} ${words} in ${seconds} s.\n${found.detail}`,
      failed: !found.hasSucceeded,
    };
  },
};

async function runDrill(
  bring: () => ReturnType<typeof restore.runStandalone>,
  isolatedConfig: Parameters<typeof smokeTest>[0],
): Promise<Pick<DrillResult, 'hasSucceeded' | 'detail'>> {
  try {
    const restored = await bring();
    const seen = await smokeTest(isolatedConfig);
    return { hasSucceeded: restored.failed !== true, detail: `${restored.text}\n${seen}` };
  } catch (error) {
    return { hasSucceeded: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

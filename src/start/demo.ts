import { join } from 'node:path';
import { seedDemo } from '../demo/seed.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { openStore } from '../server/platform/installation/storage-url.ts';
import { readConfig } from '../server/platform/runtime/config.ts';
import { StartupError } from '../server/platform/runtime/startup-error.ts';
import { collectable } from '../server/platform/storage/collectable.ts';
import { runningDatabase } from './running-database.ts';

await seed().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof StartupError ? error.message : error);
    process.exit(1);
  },
);

/** Entry point of the process that fills a new database with the demo. The server starts it and waits for its end. */
async function seed(): Promise<void> {
  // The server has ended, for whatever reason.
  process.on('disconnect', () => process.exit(1));
  const config = readConfig(process.env);
  const address = await runningDatabase(config);
  if (!address) throw new StartupError('The demo needs the database of a running server.');
  const { db } = openDatabase(address, 20);
  try {
    const store = collectable(db, await openStore(config.storageUrl, join(config.dataDir, 'objects')));
    await seedDemo(db, store, (line) => console.log(line));
  } finally {
    await db.destroy();
  }
}

import type { Config } from '../runtime/config.ts';
import { StartupError } from '../runtime/startup-error.ts';
import type { Database } from '../db/database.ts';

/**
 * Records in a new database whether it belongs to a sandbox. @throws StartupError for a database made with the other setting: a sandbox
 * would review real cases automatically, and a real installation would issue sandbox data without the sandbox marking.
 */
export async function claimPurpose(db: Database, config: Pick<Config, 'sandbox'>): Promise<void> {
  await db
    .insertInto('installation')
    .values({ is_sandbox: config.sandbox !== null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await requirePurpose(db, config);
}

/** As `claimPurpose`, but only checks; for processes other than the server. */
export async function requirePurpose(db: Database, { sandbox }: Pick<Config, 'sandbox'>): Promise<void> {
  const made = await db.selectFrom('installation').select('is_sandbox').executeTakeFirst();
  if (made === undefined || made.is_sandbox === (sandbox !== null)) return;
  throw new StartupError(
    made.is_sandbox
      ? 'This database was made with SANDBOX=1: what it holds proves nothing, now and later. Set SANDBOX=1, or give this server a ' +
          'DATA_DIR (or DATABASE_URL and STORAGE_URL) of its own.'
      : 'This database was made without SANDBOX=1: a sandbox would decide by itself what counts here. Leave SANDBOX unset, or give the ' +
          'sandbox a DATA_DIR (or DATABASE_URL and STORAGE_URL) of its own.',
  );
}

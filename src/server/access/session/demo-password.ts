import { verify } from '@node-rs/argon2';
import type { Database } from '../../platform/db/database.ts';
import { demoAccounts } from './demo-accounts.ts';
import { StartupError } from '../../platform/runtime/startup-error.ts';

/**
 * Production does not start while an enabled account has the demo password (spec/security, 45). @throws StartupError that names the
 * account.
 */
export async function refuseDemoPasswords(db: Database): Promise<void> {
  const accounts = await db
    .selectFrom('account')
    .select(['username', 'password_hash'])
    .where('username', 'in', [...demoAccounts.usernames])
    .where('status', '=', 'enabled')
    .execute();
  for (const { username, password_hash } of accounts) {
    if (await verify(password_hash, demoAccounts.password)) {
      throw new StartupError(
        `Account ${username} still has the demo password; production does not start with it. ` +
          `Use a new database, or change the password first.`,
      );
    }
  }
}

import { createInterface } from 'node:readline/promises';
import { text as readAll } from 'node:stream/consumers';
import { sql } from 'kysely';
import { accountFaults } from '../../domain/business/access/account-rules.ts';
import { limits } from '../../domain/business/codes/limits.ts';
import { weakness } from '../../server/access/accounts/password-rules.ts';
import { demoAccounts } from '../../server/access/session/demo-accounts.ts';
import { isUniqueViolation, type Tx } from '../../server/platform/db/database.ts';
import { removePasskeys } from '../../server/access/session/passkeys/store.ts';
import { removeSecret } from '../../server/access/session/store.ts';
import { hashPassword } from '../../server/access/session/sign-in.ts';
import { recordTrail } from '../../server/desk/trail/trail.ts';
import { commandActor, CommandError, options, type Command } from '../lib/command.ts';

/** Creates operator accounts from the command line, such as the first administrator of a new installation. */
export const accountCommands: readonly Command[] = [
  {
    name: 'account create',
    usage: '--username <mobile or e-mail> --realname <name> [--mobile <number>] --role <id> [--password-stdin]',
    summary: 'make an account; asks for the password',
    async run({ db, args, config }) {
      const { values, flags } = options(args, ['username', 'realname', 'mobile', 'role'], ['password-stdin']);
      const { username, realname, role } = values;
      if (!username || !realname || !role) throw new CommandError('--username, --realname and --role are needed.');
      const found = /^\d+$/.test(role)
        ? await db.selectFrom('role').select('position').where('id', '=', role).executeTakeFirst()
        : undefined;
      if (!found) throw new CommandError(`There is no role ${role}.`);
      const password = flags.has('password-stdin') ? (await readAll(process.stdin)).replace(/\r?\n$/, '') : await askPassword();
      checkPassword(password, { username, mobile: values.mobile ?? '' }, config.production);
      const account = { username, realname, mobile: values.mobile ?? '', role_id: role, password_hash: await hashPassword(password) };
      const id = await db
        .transaction()
        .execute(async (tx) => {
          const created = await tx.insertInto('account').values(account).returning('id').executeTakeFirstOrThrow();
          const after = { username, realname, mobile: account.mobile, role_id: role, position: found.position };
          await recordTrail(tx, commandActor, { action: '新增账号', object: `account/${created.id}`, after });
          return created.id;
        })
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? new CommandError(`There is an account ${username} already.`) : error;
        });
      return { value: { admin_id: id, username }, text: `Account ${username} was made (id ${id}, ${found.position}).` };
    },
  },
  {
    name: 'account reset-totp',
    usage: '--username <name>',
    summary: 'take away a lost one-time password, for an office with a single administrator',
    async run({ db, args }) {
      const username = usernameOf(args);
      return db.transaction().execute(async (tx) => {
        const account = await accountNamed(tx, username);
        if (!account || !(await removeSecret(tx, account.id)))
          throw new CommandError(`There is no account ${username} with a one-time password.`);
        await recordTrail(tx, commandActor, { action: '重置动态口令', object: `account/${account.id}` });
        return { value: { admin_id: account.id }, text: `${username} signs in without a one-time password now.` };
      });
    },
  },
  {
    name: 'account reset-passkeys',
    usage: '--username <name>',
    summary: 'take away all passkeys of an account, for an office with a single administrator',
    async run({ db, args }) {
      const username = usernameOf(args);
      return db.transaction().execute(async (tx) => {
        const account = await accountNamed(tx, username);
        const names = account ? await removePasskeys(tx, account.id) : [];
        if (!account || names.length === 0) throw new CommandError(`There is no account ${username} with a passkey.`);
        await recordTrail(tx, commandActor, {
          action: '重置通行密钥',
          object: `account/${account.id}`,
          before: { passkeys: names.join('、') },
        });
        return { value: { admin_id: account.id, removed: names.length }, text: `${names.length} passkeys of ${username} were removed.` };
      });
    },
  },
];

function usernameOf(args: string[]): string {
  const { username } = options(args, ['username'], []).values;
  if (!username) throw new CommandError('--username is needed.');
  return username;
}

function accountNamed(tx: Tx, username: string): Promise<{ id: string } | undefined> {
  return tx.selectFrom('account').select('id').where(sql`lower(username)`, '=', username.toLowerCase()).executeTakeFirst();
}

function checkPassword(password: string, person: { readonly username: string; readonly mobile: string }, production: boolean): void {
  if (accountFaults.password(password) !== undefined)
    throw new CommandError(
      `The password must have ${limits.passwordCharsMin} to ${limits.passwordChars} characters: letters, digits and special characters.`,
    );
  const weak = weakness(password, person);
  if (weak === 'common') throw new CommandError('This password is one of the commonest; choose another.');
  if (weak === 'personal') throw new CommandError('The password must not contain the username or the mobile number.');
  if (production && password === demoAccounts.password) throw new CommandError('This password belongs to the demo; choose another.');
}

async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandError('There is no terminal to ask for the password on; give it with --password-stdin.');
  // The prompt is printed first, then the terminal's echo is suppressed.
  process.stderr.write('Password: ');
  const lines = createInterface({ input: process.stdin, terminal: true });
  const first = await lines.question('');
  lines.close();
  return first;
}

import { officePassphrase } from '../../server/custody/identity/sealed-keys.ts';
import { resealKeys } from '../../server/custody/identity/reseal-keys.ts';
import { runningProcesses } from '../../server/platform/installation/registration.ts';
import { recordTrail } from '../../server/desk/trail/trail.ts';
import { resealVault } from '../../server/open/webhooks/signing/key-store.ts';
import { vaultUnder } from '../../server/open/webhooks/signing/vault.ts';
import { commandActor, CommandError, options, type Command } from '../lib/command.ts';
import { readGiven } from '../lib/given-file.ts';

/** Changes the password that encrypts the office's keys. */
export const officeKeyCommands: readonly Command[] = [
  {
    name: 'office key password',
    usage: '--password-file <path>',
    summary: 'keep the office’s keys under another password, all servers being stopped',
    run: changePassword,
  },
];

const passwordMin = 8;

/** The current password is OFFICE_KEY_PASSWORD of the environment; without it, the secret in the database. */
async function changePassword({ db, config, args }: Parameters<Command['run']>[0]): ReturnType<Command['run']> {
  const path = options(args, ['password-file']).values['password-file'];
  if (path === undefined) throw new CommandError('Give --password-file: a file whose only line is the new password.');
  const password = (await readGiven(path)).replace(/\r?\n$/, '');
  if (password.length < passwordMin || /[\r\n]/.test(password))
    throw new CommandError(`The new password is one line of ${passwordMin} characters or more.`);
  const running = await runningProcesses(db);
  if (running.length > 0) throw new CommandError(`Stop all servers and workers first; these run: ${running.join(', ')}.`);
  const before = await officePassphrase(db, config.office);
  const [from, to] = [await vaultUnder(before), await vaultUnder(password)];
  const count = await db.transaction().execute(async (tx) => {
    const resealed = (await resealKeys(tx, before, password)) + (await resealVault(tx, from, to));
    // Someone with the database must not find the old secret beside the keys that it opened.
    await tx.deleteFrom('secret').where('name', '=', 'office-key-wrap').execute();
    await recordTrail(tx, commandActor, { action: '更换密钥口令', object: 'key/office', after: { keyCount: resealed } });
    return resealed;
  });
  const text =
    `${count} keys and secrets are kept under the new password. Start every server and worker with it as OFFICE_KEY_PASSWORD. ` +
    `Backups made before open with what was before.`;
  return { value: { resealed: count }, text };
}

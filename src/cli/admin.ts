import { printVersionIfAsked } from '../server/runtime/build.ts';
import { readConfig } from '../server/runtime/config.ts';
import { StartupError } from '../server/runtime/startup-error.ts';
import { accountCommands } from './commands/accounts.ts';
import { backup } from './backup/backup.ts';
import { drill } from './backup/drill.ts';
import { restore } from './backup/restore.ts';
import { verifyBackup } from './backup/verify-backup.ts';
import { clientCommands } from './commands/clients.ts';
import { CommandError, type Command, type StandaloneCommand } from './lib/command.ts';
import { withDatabase } from './lib/connect.ts';
import { doctor } from './check/doctor.ts';
import { fsck } from './check/fsck.ts';
import { erasureCommands } from './commands/erasures.ts';
import { findWords } from './commands/find-words.ts';
import { keys } from './commands/keys.ts';
import { logMirror } from './commands/log-mirror.ts';
import { migrateCommand } from './commands/migrate.ts';
import { officeCommands } from './commands/office.ts';
import { officeKeyCommands } from './commands/office-key.ts';
import { officeSm2Commands } from './commands/office-sm2.ts';
import { renew } from './commands/renew.ts';
import { sharingCommands } from './commands/sharing.ts';
import { userCommands } from './commands/users.ts';
import { webhookCommands } from './commands/webhooks.ts';

const commands: readonly (Command | StandaloneCommand)[] = [
  ...clientCommands,
  ...accountCommands,
  ...userCommands,
  ...sharingCommands,
  ...erasureCommands,
  findWords,
  keys,
  ...officeCommands,
  ...officeKeyCommands,
  ...officeSm2Commands,
  renew,
  logMirror,
  ...webhookCommands,
  fsck,
  migrateCommand,
  verifyBackup,
  backup,
  restore,
  drill,
  doctor,
];

printVersionIfAsked();

/** `npm run admin -- <command>`: uses the running server's database, or opens the database itself if no server runs. */
await main(process.argv.slice(2)).catch((error: unknown) => {
  const expected = error instanceof CommandError || error instanceof StartupError;
  console.error(expected ? error.message : error);
  process.exitCode = 1;
});

async function main(words: string[]): Promise<void> {
  const config = readConfig(process.env);
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  if (!command) throw new CommandError(usage());
  const rest = words.slice(command.name.split(' ').length);
  const json = rest.includes('--json');
  const args = rest.filter((word) => word !== '--json');
  const result = await ('runStandalone' in command
    ? command.runStandalone({ args, config })
    : withDatabase(config, (db, pool) => command.run({ db, pool, args, config })));
  if (result.failed) process.exitCode = 1;
  console.log(json || command.alwaysJson ? JSON.stringify(result.value) : result.text);
}

function usage(): string {
  const lines = commands.map(({ name, usage: args, summary }) => `  ${`${name} ${args}`.trim().padEnd(70)} ${summary}`);
  return ['Usage: npm run admin -- <command> [--json]', '', ...lines].join('\n');
}

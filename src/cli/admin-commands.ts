import type { Config } from '../server/platform/runtime/config.ts';
import { accountCommands } from './commands/accounts.ts';
import { backup } from './backup/backup.ts';
import { drill } from './backup/drill.ts';
import { repair } from './backup/repair.ts';
import { restore } from './backup/restore.ts';
import { verifyBackup } from './backup/verify-backup.ts';
import { clientCommands } from './commands/clients.ts';
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
import { storeCommands } from './commands/store.ts';
import { userCommands } from './commands/users.ts';
import { webhookCommands } from './commands/webhooks.ts';
import type { Command, Result, StandaloneCommand } from './lib/command.ts';
import { withDatabase } from './lib/connect.ts';

/** All commands of `npm run admin`. */
export const commands: readonly (Command | StandaloneCommand)[] = [
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
  ...storeCommands,
  repair,
  migrateCommand,
  verifyBackup,
  backup,
  restore,
  drill,
  doctor,
];

/** The usage that `--help`, `-h` or `help` asks for, of the commands that begin with the words beside it; null if none is asked for. */
export function helpOn(words: readonly string[]): string | null {
  if (words[0] !== 'help' && !words.some((word) => ['--help', '-h'].includes(word))) return null;
  const asked = words.filter((word) => !['help', '--help', '-h', '--json'].includes(word));
  const found = commands.filter(({ name }) => name.split(' ').every((word, index) => index >= asked.length || asked[index] === word));
  return usageOf(found.length === 0 ? commands : found);
}

export function usageOf(some: typeof commands): string {
  const lines = some.map(({ name, usage, summary }) => `  ${`${name} ${usage}`.trim().padEnd(70)} ${summary}`);
  return ['Usage: npm run admin -- <command> [--json]', '', ...lines].join('\n');
}

/** Runs a command on the database of a running server, or on the database itself if no server runs. */
export function runCommand(command: Command | StandaloneCommand, args: string[], config: Config): Promise<Result> {
  return 'runStandalone' in command
    ? command.runStandalone({ args, config })
    : withDatabase(config, (db, pool) => command.run({ db, pool, args, config }));
}

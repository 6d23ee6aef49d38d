import { printVersionIfAsked } from '../server/platform/runtime/build.ts';
import { formerNameWarnings } from '../server/platform/runtime/settings/former-names.ts';
import { readConfig } from '../server/platform/runtime/config.ts';
import { StartupError } from '../server/platform/runtime/startup-error.ts';
import { commands, helpOn, runCommand, usageOf } from './admin-commands.ts';
import { CommandError } from './lib/command.ts';

printVersionIfAsked();

/** `npm run admin -- <command>`: uses the running server's database, or opens the database itself if no server runs. */
await main(process.argv.slice(2)).catch((error: unknown) => {
  const expected = error instanceof CommandError || error instanceof StartupError;
  console.error(expected ? error.message : error);
  process.exitCode = 1;
});

async function main(words: string[]): Promise<void> {
  const help = helpOn(words);
  if (help !== null) return console.log(help);
  const config = readConfig(process.env);
  for (const warning of formerNameWarnings(process.env)) console.error(warning);
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  if (!command) throw new CommandError(usageOf(commands));
  const rest = words.slice(command.name.split(' ').length);
  const json = rest.includes('--json');
  const args = rest.filter((word) => word !== '--json');
  const result = await runCommand(command, args, config);
  if (result.failed) process.exitCode = 1;
  console.log(json || command.alwaysJson ? JSON.stringify(result.value) : result.text);
}

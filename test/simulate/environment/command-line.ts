import { CommandError, type Command } from '../../../src/cli/lib/command.ts';
import { clientCommands } from '../../../src/cli/commands/clients.ts';
import { userCommands } from '../../../src/cli/commands/users.ts';
import type { Answer } from '../model/house.ts';
import type { Place } from './office.ts';

const commands: readonly Command[] = [...clientCommands, ...userCommands];

/** Commands as `npm run admin` runs them, beside the servers. */
export function commandLine({ db, pool, config }: Pick<Place, 'db' | 'pool' | 'config'>): (line: string) => Promise<Answer> {
  return async (line) => {
    const command = commands.find(({ name }) => line.startsWith(`${name} `));
    if (!command) throw new Error(`there is no command ${line}`);
    const args = line.slice(command.name.length + 1).split(' ');
    try {
      const { value, text } = await command.run({ db, pool, config, args });
      return { status: 200, body: { value, text } };
    } catch (error) {
      if (error instanceof CommandError) return { status: 400, body: { text: error.message } };
      throw error;
    }
  };
}

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { systemReason } from '../../server/platform/runtime/startup-error.ts';
import { CommandError } from './command.ts';

/** The text of a file named on the command line. @throws CommandError with the reason why it cannot be read. */
export async function readGiven(path: string): Promise<string> {
  return readFile(givenPath(path), 'utf8').catch((error: unknown) => {
    throw new CommandError(`${path}: ${systemReason(error)}`);
  });
}

/** npm changes into the project's folder, but the path is relative to where the command was typed. */
export function givenPath(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? '.', path);
}

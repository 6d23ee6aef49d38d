import { Refusal } from '../../server/platform/http/refusal.ts';
import { CommandError } from './command.ts';

/** Carries out an act that operators can do too. Its refusal there becomes a message in the command's own words. @throws CommandError */
export async function refusalAsCommandError<Result>({ none }: { readonly none: string }, act: Promise<Result>): Promise<Result> {
  return act.catch((error: unknown) => {
    throw error instanceof Refusal ? new CommandError(none) : error;
  });
}

import type { EnabledStatus } from '../../domain/business/codes/access.ts';
import { setClientStatus } from '../../server/business/clients/clients.ts';
import { commandActor, CommandError, options, type Command } from '../lib/command.ts';
import { refusalAsCommandError } from '../lib/refused.ts';

/** Suspends or restores the API credentials of an approved enterprise. */
export const userCommands: readonly Command[] = [
  {
    name: 'user suspend',
    usage: '<user_id>',
    summary: "end an enterprise's API credentials",
    run: (context) => setCredential(context, 'disabled'),
  },
  {
    name: 'user resume',
    usage: '<user_id>',
    summary: "restore an enterprise's API credentials",
    run: (context) => setCredential(context, 'enabled'),
  },
];

async function setCredential({ db, args }: Parameters<Command['run']>[0], status: EnabledStatus): ReturnType<Command['run']> {
  const userId = options(args, [], [], 1).positionals[0] ?? '';
  if (!/^[1-9]\d{0,17}$/.test(userId)) throw new CommandError('A user id is needed.');
  const none = `User ${userId} has no credentials to ${status === 'disabled' ? 'suspend' : 'resume'}.`;
  await refusalAsCommandError({ none }, setClientStatus(db, { userId }, status, commandActor));
  return { value: { user_id: userId, credential: status }, text: `The credentials of user ${userId} are ${status}.` };
}

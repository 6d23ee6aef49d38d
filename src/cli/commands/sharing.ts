import { renewShare, revokeShare } from '../../server/publishing/sharing/share-address.ts';
import { commandActor, CommandError, options, type Command } from '../lib/command.ts';

/** Revokes the share address that a certificate's QR code points to, or creates a new one. */
export const sharingCommands: readonly Command[] = [
  {
    name: 'share revoke',
    usage: '<number>',
    summary: 'end the share address of an evidence',
    run: (context) => setShare(context, 'revoked'),
  },
  {
    name: 'share renew',
    usage: '<number>',
    summary: 'give an evidence a new share address after that',
    run: (context) => setShare(context, 'open'),
  },
];

async function setShare({ db, args }: Parameters<Command['run']>[0], state: 'revoked' | 'open'): ReturnType<Command['run']> {
  const number = (options(args, [], [], 1).positionals[0] ?? '').toUpperCase();
  if (!/^[0-9A-F]{32}$/.test(number)) throw new CommandError('An evidence number is needed: 32 hex digits.');
  const change = state === 'revoked' ? revokeShare : renewShare;
  if (!(await db.transaction().execute((tx) => change(tx, number, commandActor))))
    throw new CommandError(`Evidence ${number} has no address to ${state === 'revoked' ? 'revoke' : 'renew'}.`);
  return { value: { number, share: state }, text: `The share address of ${number} is ${state}.` };
}

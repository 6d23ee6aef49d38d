import type { EnabledStatus } from '../../domain/codes/access.ts';
import { emit } from '../../server/events/emit.ts';
import { recordTrail } from '../../server/trail/trail.ts';
import { userEvent } from '../../server/users/user-event.ts';
import { commandActor, CommandError, options, type Command } from '../lib/command.ts';

/** Ends or restores the API credentials of an approved enterprise. */
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
  const userId = options(args, []).positionals[0] ?? '';
  if (!/^[1-9]\d{0,17}$/.test(userId)) throw new CommandError('A user id is needed.');
  await db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('credential')
      .set({ status })
      .where('user_id', '=', userId)
      .where('status', '!=', status)
      .returning('app_id')
      .executeTakeFirst();
    if (!changed) throw new CommandError(`User ${userId} has no credentials to ${status === 'disabled' ? 'suspend' : 'resume'}.`);
    const before: EnabledStatus = status === 'disabled' ? 'enabled' : 'disabled';
    await recordTrail(tx, commandActor, {
      action: status === 'disabled' ? '停用接口凭证' : '恢复接口凭证',
      object: `user/${userId}`,
      before: { credential: before },
      after: { credential: status },
    });
    const user = await tx.selectFrom('users').select(['id', 'status', 'repair']).where('id', '=', userId).executeTakeFirstOrThrow();
    await emit(tx, userEvent(status === 'disabled' ? 'user.suspended' : 'user.resumed', user, null));
  });
  return { value: { user_id: userId, credential: status }, text: `The credentials of user ${userId} are ${status}.` };
}

import { newCredential } from '../../server/users/credentials.ts';
import { recordTrail } from '../../server/trail/trail.ts';
import { commandActor, CommandError, options, type Command } from '../lib/command.ts';

/** The office's own clients of the intake API. */
export const clientCommands: readonly Command[] = [
  {
    name: 'client create',
    usage: '[--name <name>]',
    summary: 'make a platform client; its key is shown this once',
    alwaysJson: true,
    async run({ db, args }) {
      const { values, positionals } = options(args, ['name']);
      const name = values.name ?? positionals[0] ?? 'platform';
      const credential = newCredential();
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('credential')
          .values({ ...credential, kind: 'platform', user_id: null, name })
          .execute();
        await recordTrail(tx, commandActor, { action: '新增客户端', object: `client/${credential.app_id}`, after: { name } });
      });
      return { value: credential, text: '' };
    },
  },
  {
    name: 'client list',
    usage: '',
    summary: 'list who may call the intake API',
    async run({ db }) {
      const rows = await db
        .selectFrom('credential')
        .select(['app_id', 'kind', 'user_id', 'name', 'status', 'created_at'])
        .orderBy('created_at')
        .orderBy('app_id')
        .execute();
      return { value: rows, text: rows.map((row) => [row.app_id, row.kind, row.status, row.name].join('\t')).join('\n') };
    },
  },
  {
    name: 'client disable',
    usage: '<app_id>',
    summary: 'end the credentials of a client at once',
    async run({ db, args }) {
      const { positionals } = options(args, []);
      const appId = positionals[0] ?? '';
      await db.transaction().execute(async (tx) => {
        const client = await tx
          .updateTable('credential')
          .set({ status: 'disabled' })
          .where('app_id', '=', appId)
          .where('status', '=', 'enabled')
          .returning('name')
          .executeTakeFirst();
        if (!client) throw new CommandError(`There is no enabled client ${appId}.`);
        await recordTrail(tx, commandActor, {
          action: '停用客户端',
          object: `client/${appId}`,
          before: { status: 'enabled' },
          after: { status: 'disabled' },
        });
      });
      return { value: { app_id: appId, status: 'disabled' }, text: `Client ${appId} is disabled.` };
    },
  },
];

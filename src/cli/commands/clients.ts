import { clientCalls } from '../../contract/console/clients.ts';
import { limits } from '../../domain/business/codes/limits.ts';
import { addClient, rotateClient, setClientStatus } from '../../server/business/clients/clients.ts';
import { commandActor, CommandError, options, type Command } from '../lib/command.ts';
import { refusalAsCommandError } from '../lib/refused.ts';

/** The office's own clients of the intake API. */
export const clientCommands: readonly Command[] = [
  {
    name: 'client create',
    usage: '[--name <name>]',
    summary: 'make a platform client; its key is shown this once',
    alwaysJson: true,
    async run({ db, args }) {
      const { values, positionals } = options(args, ['name'], [], 1);
      const name = values.name ?? positionals[0] ?? 'platform';
      const parsed = clientCalls.addClient.input.safeParse({ name });
      if (!parsed.success) throw new CommandError(`A name has 1 to ${limits.clientNameChars} characters, and no control characters.`);
      return { value: await addClient(db, parsed.data.name, commandActor), text: '' };
    },
  },
  {
    name: 'client list',
    usage: '',
    summary: 'list who may call the intake API',
    async run({ db, args }) {
      options(args, []);
      const rows = await db
        .selectFrom('credential')
        .select(['app_id', 'kind', 'user_id', 'name', 'status', 'created_at', 'previous_until'])
        .orderBy('created_at')
        .orderBy('app_id')
        .execute();
      return { value: rows, text: rows.map((row) => [row.app_id, row.kind, row.status, row.name].join('\t')).join('\n') };
    },
  },
  {
    name: 'client rotate',
    usage: '<app_id>',
    summary: 'give a client another key, shown this once; the old one signs beside it for 24 hours',
    alwaysJson: true,
    async run({ db, args }) {
      const appId = options(args, [], [], 1).positionals[0] ?? '';
      const { app_id, security_key, previousUntil } = await refusalAsCommandError(
        { none: `There is no enabled client ${appId}.` },
        rotateClient(db, { appId }, commandActor),
      );
      return { value: { app_id, security_key, previous_until: previousUntil.toISOString() }, text: '' };
    },
  },
  {
    name: 'client disable',
    usage: '<app_id>',
    summary: 'end the credentials of a client at once',
    run: (context) => setStatus(context, 'disabled'),
  },
  {
    name: 'client enable',
    usage: '<app_id>',
    summary: 'restore the credentials of a client',
    run: (context) => setStatus(context, 'enabled'),
  },
];

async function setStatus({ db, args }: Parameters<Command['run']>[0], status: 'enabled' | 'disabled'): ReturnType<Command['run']> {
  const appId = options(args, [], [], 1).positionals[0] ?? '';
  const before = status === 'enabled' ? 'disabled' : 'enabled';
  await refusalAsCommandError({ none: `There is no ${before} client ${appId}.` }, setClientStatus(db, { appId }, status, commandActor));
  return { value: { app_id: appId, status }, text: `Client ${appId} is ${status}.` };
}

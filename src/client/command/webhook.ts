import { exitCodes, readWords, type Command } from './command.ts';
import { UsageError } from './usage-error.ts';

const list: Command = {
  name: 'webhook list',
  usage: '',
  summary: 'the addresses that events are sent to',
  async run(context) {
    readWords(context, 0);
    const { list: found } = await (await context.client()).listWebhooks();
    const lines = found.map(({ id, status, url, types, reason }) => [id, status, url, types.join(','), reason].filter(Boolean).join('  '));
    context.print(found, lines.join('\n'));
    return exitCodes.done;
  },
};

const create: Command = {
  name: 'webhook create',
  usage: 'URL [--type TYPE]... [--description TEXT] [--id UNIQUE_ID]',
  summary: 'send events there; shows the secret, once',
  async run(context) {
    const words = readWords(context, 1, { values: ['description', 'id'], lists: ['type'] });
    const [description, unique_id] = [words.value('description'), words.value('id')];
    const made = await (await context.client()).createWebhook({
      url: words.positionals[0] ?? '',
      types: words.list('type') ?? ['*'],
      ...(description === undefined ? {} : { description }),
      ...(unique_id === undefined ? {} : { unique_id }),
    });
    context.print(made, `${made.id}  ${made.secret ?? 'made before: its secret is not shown again'}`);
    return exitCodes.done;
  },
};

const test: Command = {
  name: 'webhook test',
  usage: 'ID',
  summary: 'send webhook.test now; ends with 1 where the receiver did not take it',
  async run(context) {
    const [id = ''] = readWords(context, 1).positionals;
    const { status, http_status, duration_ms, error, ...rest } = await (await context.client()).testWebhook({ id });
    const text = [status, http_status, duration_ms === null ? null : `${duration_ms} ms`, error].filter((part) => part !== null);
    context.print({ ...rest, status, http_status, duration_ms, error }, text.join('  '));
    return status === 'succeeded' ? exitCodes.done : exitCodes.refused;
  },
};

const replay: Command = {
  name: 'webhook replay',
  usage: 'ID (--event ID... | --since TIME --until TIME)',
  summary: 'send events again; times as 2026-11-22T08:00:00Z',
  async run(context) {
    const words = readWords(context, 1, { values: ['since', 'until'], lists: ['event'] });
    const [event_ids, since, until] = [words.list('event'), words.value('since'), words.value('until')];
    if ((event_ids === undefined) !== (since !== undefined && until !== undefined))
      throw new UsageError('say --event, or --since and --until');
    const which = event_ids === undefined ? { since, until } : { event_ids };
    const { count } = await (await context.client()).replayDeliveries({ id: words.positionals[0] ?? '', ...which });
    context.print({ count }, `${count} will be sent`);
    return exitCodes.done;
  },
};

export const webhookCommands: readonly Command[] = [list, create, test, replay];

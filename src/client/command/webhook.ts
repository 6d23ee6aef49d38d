import type { NotaryClient } from '../client.ts';
import { exitCodes, readWords, type Command, type ExitCode } from './command.ts';
import { UsageError } from './usage-error.ts';

/** Result of a call as it is printed: the value under `--json`, else the text. */
interface Shown {
  readonly value: unknown;
  readonly text: string;
  readonly end?: ExitCode;
}
type Words = ReturnType<typeof readWords<string, string>>;

/** A command `notary webhook …`: one call, and how its result is shown. */
interface WebhookCommand {
  readonly name: string;
  readonly usage?: string;
  readonly summary: string;
  /** Options with one value; `lists` are repeatable ones. */
  readonly values?: readonly string[];
  readonly lists?: readonly string[];
  call(client: NotaryClient, word: string, words: Words): Promise<Shown>;
}

const list: WebhookCommand = {
  name: 'list',
  summary: 'the addresses that events are sent to',
  async call(client) {
    const { list: found } = await client.listWebhooks();
    const lines = found.map(({ id, status, url, types, reason }) => [id, status, url, types.join(','), reason].filter(Boolean).join('  '));
    return { value: found, text: lines.join('\n') };
  },
};

const create: WebhookCommand = {
  name: 'create',
  usage: 'URL [--type TYPE]... [--description TEXT] [--id UNIQUE_ID]',
  summary: 'send events there; shows the secret, once',
  values: ['description', 'id'],
  lists: ['type'],
  async call(client, url, words) {
    const [description, unique_id] = [words.value('description'), words.value('id')];
    const made = await client.createWebhook({
      url,
      types: words.list('type') ?? ['*'],
      ...(description === undefined ? {} : { description }),
      ...(unique_id === undefined ? {} : { unique_id }),
    });
    return { value: made, text: `${made.id}  ${made.secret ?? 'made before: its secret is not shown again'}` };
  },
};

const test: WebhookCommand = {
  name: 'test',
  usage: 'ID',
  summary: 'send webhook.test now; ends with 1 where the receiver did not take it',
  async call(client, id) {
    const attempt = await client.testWebhook({ id });
    const { status, http_status, duration_ms: ms, error } = attempt;
    const text = [status, http_status, ms === null ? null : `${ms} ms`, error].filter((part) => part !== null).join('  ');
    return { value: attempt, text, end: status === 'succeeded' ? exitCodes.done : exitCodes.refused };
  },
};

const replay: WebhookCommand = {
  name: 'replay',
  usage: 'ID (--event ID... | --since TIME --until TIME)',
  summary: 'send events again; times as 2026-11-22T08:00:00Z',
  values: ['since', 'until'],
  lists: ['event'],
  async call(client, id, words) {
    const [event_ids, since, until] = [words.list('event'), words.value('since'), words.value('until')];
    if ((event_ids === undefined) !== (since !== undefined && until !== undefined))
      throw new UsageError('say --event, or --since and --until');
    const { count } = await client.replayDeliveries({ id, ...(event_ids === undefined ? { since, until } : { event_ids }) });
    return { value: { count }, text: `${count} will be sent` };
  },
};

export const webhookCommands: readonly Command[] = [list, create, test, replay].map(
  ({ name, usage = '', summary, values = [], lists = [], call }) => ({
    name: `webhook ${name}`,
    usage,
    summary,
    async run(context) {
      const words = readWords<string, string>(context, { values, lists });
      const { value, text, end = exitCodes.done } = await call(await context.client(), words.positionals[0] ?? '', words);
      context.print(value, text);
      return end;
    },
  }),
);

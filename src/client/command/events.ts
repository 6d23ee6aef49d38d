import type { NotaryEvent } from '../events.ts';
import { exitCodes, patientMs, readWords, type Command } from './command.ts';
import { eventTypesOf } from './event-types.ts';

export const events: Command = {
  name: 'events',
  usage: '[--follow] [--after ID] [--type TYPE]...',
  summary: 'what happened, oldest first; --follow waits for more',
  retryForMs: patientMs,
  isEndless: true,
  async run(context) {
    const words = readWords(context, { values: ['after'], lists: ['type'], flags: ['follow'] });
    const after = words.value('after');
    const feed = (await context.client()).events({
      untilEnd: !words.flag('follow'),
      signal: context.signal,
      ...(after === undefined ? {} : { after }),
      ...eventTypesOf(words.list('type')),
    });
    for await (const event of feed) context.print(event, lineOf(event));
    return exitCodes.done;
  },
};

export function lineOf({ id, timestamp, type, data }: NotaryEvent): string {
  return `${id}  ${timestamp}  ${type}  ${JSON.stringify(data)}`;
}

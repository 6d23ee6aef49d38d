import { randomBytes } from 'node:crypto';
import { newestEvent, type NotaryEvent } from '../events.ts';
import { sleepOrCancel } from '../net/retries.ts';
import { signWebhook } from '../webhook.ts';
import { exitCodes, patientMs, readWords, type Command, type Context } from './command.ts';
import { eventTypesOf } from './event-types.ts';
import { UsageError } from './usage-error.ts';

export const listen: Command = {
  name: 'listen',
  usage: '--forward URL [--after ID] [--type TYPE]... [--secret whsec_...]',
  summary: 'post events, signed, to a receiver on this machine or network; from now on unless --after',
  retryForMs: patientMs,
  isEndless: true,
  async run(context) {
    const words = readWords(context, { values: ['forward', 'after', 'secret'], lists: ['type'] });
    const url = words.value('forward');
    if (url === undefined || !/^https?:/.test(url) || !URL.canParse(url)) throw new UsageError('where to? say --forward http://...');
    const given = words.value('secret');
    const secret = given ?? `whsec_${randomBytes(32).toString('base64')}`;
    const client = await context.client();
    const filter = { signal: context.signal, ...eventTypesOf(words.list('type')) };
    const after = words.value('after') ?? (await newestEvent(client, context));
    context.note(`forwarding to ${url}${given === undefined ? `; verify with ${secret}` : ''}`);
    for await (const event of client.events({ ...filter, after })) await forward(context, url, secret, event);
    return exitCodes.done;
  },
};

/** Delivers an event as a webhook would: at least once, and a failing receiver delays the feed only for a limited time. */
async function forward(context: Context, url: string, secret: string, event: NotaryEvent): Promise<void> {
  for (const waitMs of [...waitsMs, null]) {
    const startMs = performance.now();
    const result = await post(url, secret, event, context.signal);
    const ms = Math.round(performance.now() - startMs);
    context.print({ event_id: event.id, type: event.type, result, duration_ms: ms }, `${event.id}  ${event.type}  ${result}  ${ms} ms`);
    if ((typeof result === 'number' && result >= 200 && result < 300) || context.signal.aborted) return;
    if (waitMs !== null) await sleepOrCancel(waitMs, context.signal);
  }
  context.note(`${event.id} was not taken; go on from it later with --after`);
}

/** The HTTP status of the answer, or the reason why there was none. */
async function post(url: string, secret: string, event: NotaryEvent, signal: AbortSignal): Promise<number | string> {
  const [body, seconds] = [JSON.stringify(event), Math.floor(Date.now() / 1000)];
  const headers = {
    'content-type': 'application/json',
    'webhook-id': event.id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signWebhook(secret, event.id, seconds, body),
  };
  // Keeps the timeout referenced: `any` holds its signals weakly, and Node 20 collects a timeout that nothing else references.
  const late = AbortSignal.timeout(attemptMs);
  try {
    const limit = AbortSignal.any([late, signal]);
    const reply = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: limit });
    await reply.body?.cancel();
    return reply.status;
  } catch (error) {
    if (late.aborted) return String(late.reason);
    return error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  }
}

const waitsMs = [1000, 5000];
/** The timeout that the office's own deliveries have. */
const attemptMs = 15_000;

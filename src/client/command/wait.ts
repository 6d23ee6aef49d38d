import type { NotaryEvent } from '../events.ts';
import { exitCodes, patientMs, readWords, wholeNumber, type Command, type Context, type ExitCode } from './command.ts';
import { stateOf, textOf } from './status.ts';

export const wait: Command = {
  name: 'wait',
  usage: 'NUMBER [--timeout SECONDS]',
  summary: 'until it is anchored; ends with 1 where it failed, with 2 after the timeout (600 s)',
  retryForMs: patientMs,
  async run(context) {
    const words = readWords(context, 1, { values: ['timeout'] });
    return waitFor(context, words.positionals[0] ?? '', wholeNumber(words.value('timeout'), 'timeout', 600));
  },
};

export async function waitFor(context: Context, number: string, timeoutSeconds = 600): Promise<ExitCode> {
  const client = await context.client();
  const late = AbortSignal.timeout(timeoutSeconds * 1000);
  const signal = AbortSignal.any([late, context.signal]);
  try {
    for await (const _news of newsOf(client.events({ types, signal }), number)) {
      const found = await stateOf(client, number);
      if (found.kind === 'evidence' ? found.state !== 'anchored' : !failures.has(found.status)) continue;
      context.print(found, textOf(found));
      return found.kind === 'evidence' ? exitCodes.done : exitCodes.refused;
    }
  } catch (error) {
    if (!late.aborted) throw error;
  }
  context.note(`${number} is not anchored after ${timeoutSeconds} seconds`);
  return exitCodes.undetermined;
}

/** Once at first, for what has happened by now, then at each event of the number. */
async function* newsOf(events: AsyncIterable<NotaryEvent>, number: string): AsyncGenerator<void> {
  yield;
  for await (const { data } of events)
    if (('baoquan' in data && data.baoquan === number) || ('baoquan_no' in data && data.baoquan_no === number)) yield;
    else if ('attestation_id' in data && data.attestation_id === number) yield;
}

const types = ['evidence.anchored', 'capture.*', 'recording.*'];
const failures = new Set(['FAILED', 'FAIL', 'CANCEL']);

import { newestEvent, type NotaryEvent } from '../events.ts';
import { exitCodes, patientMs, readWords, wholeNumber, type Command, type Context, type ExitCode } from './command.ts';
import { stateOf, textOf } from './status.ts';

export const wait: Command = {
  name: 'wait',
  usage: 'NUMBER [--timeout SECONDS]',
  summary: 'until its package is complete; ends with 1 where it failed, with 2 after the timeout (600 s)',
  retryForMs: patientMs,
  async run(context) {
    const words = readWords(context, { values: ['timeout'] });
    return waitFor(context, words.positionals[0] ?? '', wholeNumber(words.value('timeout'), 'timeout', 600));
  },
};

export async function waitFor(context: Context, number: string, timeoutSeconds = 600): Promise<ExitCode> {
  const client = await context.client();
  const late = AbortSignal.timeout(timeoutSeconds * 1000);
  const signal = AbortSignal.any([late, context.signal]);
  const look = async (): Promise<ExitCode | null> => {
    const found = await stateOf(client, number);
    if (found.kind === 'evidence' ? !found.complete : !failures.has(found.status)) return null;
    context.print(found, textOf(found));
    return found.kind === 'evidence' ? exitCodes.done : exitCodes.refused;
  };
  try {
    // The end of the feed is read before the state: what happens in between comes after that end.
    const after = await newestEvent(client, { signal });
    const now = await look();
    if (now !== null) return now;
    for await (const event of client.events({ types, signal, after })) {
      const end = isAbout(event, number) ? await look() : null;
      if (end !== null) return end;
    }
  } catch (error) {
    if (!late.aborted) throw error;
  }
  context.note(`${number} is not complete after ${timeoutSeconds} seconds`);
  return exitCodes.undetermined;
}

function isAbout({ data }: NotaryEvent, number: string): boolean {
  if ('baoquan' in data) return data.baoquan === number;
  if ('baoquan_no' in data) return data.baoquan_no === number;
  return 'attestation_id' in data && data.attestation_id === number;
}

const types = ['evidence.anchored', 'evidence.cosigned', 'capture.*', 'recording.*'] as const;
const failures = new Set(['FAILED', 'FAIL', 'CANCEL']);

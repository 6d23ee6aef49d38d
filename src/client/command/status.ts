import type { NotaryClient } from '../client.ts';
import { NotaryRefusal } from '../net/refusal.ts';
import { exitCodes, readWords, type Command } from './command.ts';

export const status: Command = {
  name: 'status',
  usage: 'NUMBER',
  summary: 'the state of an evidence, a web capture or a recording',
  async run(context) {
    const [number = ''] = readWords(context).positionals;
    const found = await stateOf(await context.client(), number);
    context.print(found, textOf(found));
    return exitCodes.done;
  },
};

type Found =
  | ({ readonly kind: 'evidence' } & Awaited<ReturnType<NotaryClient['getEvidence']>>)
  | ({ readonly kind: 'capture' } & Awaited<ReturnType<NotaryClient['getCapture']>>)
  | ({ readonly kind: 'recording' } & Awaited<ReturnType<NotaryClient['getRecording']>>);

/** Evidence comes first: captures and recordings become evidence. @throws NotaryRefusal `unknown` for a number that names none. */
export async function stateOf(client: NotaryClient, number: string): Promise<Found> {
  const evidence = await known(client.getEvidence({ baoquan: number }));
  if (evidence) return { kind: 'evidence', ...evidence };
  const capture = await known(client.getCapture({ baoquan_no: number }));
  if (capture) return { kind: 'capture', ...capture };
  return { kind: 'recording', ...(await client.getRecording({ attestation_id: number })) };
}

export function textOf(found: Found): string {
  if (found.kind === 'capture')
    return [found.kind, found.status, found.reason, ...found.notes.map(({ code, text }) => `[${code}] ${text}`)].filter(Boolean).join('  ');
  if (found.kind !== 'evidence') return [found.kind, found.status, found.reason].filter(Boolean).join('  ');
  const hash = found.anchor_kind === 'chain' ? `transaction ${found.blockchain_hash ?? ''}` : `log leaf ${found.log_leaf_hash ?? ''}`;
  const anchor = found.state === 'anchored' ? `${found.anchoredAt ?? ''}  ${hash}` : '';
  return ['evidence', found.state, found.title, found.saveTime, anchor].filter(Boolean).join('  ');
}

async function known<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  return asked.catch((error: unknown) => {
    if (error instanceof NotaryRefusal && error.code === 'unknown') return null;
    throw error;
  });
}

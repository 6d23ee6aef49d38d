import { useRef, useState } from 'react';
import { errorToShow } from '../../net/verdict.ts';

/** What became of one row; the ids are the keys of the list. */
export interface Outcome {
  readonly id: string;
  readonly isDone: boolean;
  /** Why not; empty where it was done. */
  readonly reason: string;
}

/** An act on many rows: what became of each, and the failed ones once more. */
export interface Many<Asked = never> {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** Rows whose answer is not there yet. */
  readonly pending: ReadonlySet<string>;
  readonly failed: readonly string[];
  /** Begins anew with these rows. */
  start(ids: readonly string[], asked: Asked): Promise<void>;
  /** The same for those alone that failed. */
  retry(): Promise<void>;
}

/**
 * @param act answers for each id; a line that breaks, or a refusal of the whole call, is the answer for all of them.
 * @param after told of what failed altogether, before the failed ones may be asked for again.
 */
export function useMany<Asked>(
  act: (ids: readonly string[], asked: Asked) => Promise<readonly Outcome[]>,
  after: (failed: readonly string[]) => Promise<unknown> | undefined,
): Many<Asked> {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef<Asked>(undefined);
  const run = async (before: ReadonlyMap<string, Outcome>, ids: readonly string[], asked: Asked) => {
    if (pending.size > 0 || ids.length === 0) return;
    latest.current = asked;
    setOutcomes(before);
    setPending(new Set(ids));
    const answers = await act(ids, asked).catch((error: unknown) => brokenOutcomes(ids, error));
    const next = withOutcomes(before, answers);
    setOutcomes(next);
    await after(failedOf(next));
    setPending(new Set());
  };
  return {
    outcomes,
    pending,
    failed: failedOf(outcomes),
    start: (ids, asked) => run(new Map(), ids, asked),
    // What was asked for last was asked for: there is something that failed.
    retry: () => run(outcomes, failedOf(outcomes), latest.current as Asked),
  };
}

/** What is known once further answers have come: the later one of a row stands. */
export function withOutcomes(before: ReadonlyMap<string, Outcome>, answers: readonly Outcome[]): ReadonlyMap<string, Outcome> {
  return new Map([...before, ...answers.map((answer) => [answer.id, answer] as const)]);
}

export function failedOf(outcomes: ReadonlyMap<string, Outcome>): string[] {
  return [...outcomes.values()].filter(({ isDone }) => !isDone).map(({ id }) => id);
}

/** What a call says of each row, in our words. */
export function outcomesOf({ results }: { readonly results: readonly { id: string; done: number; reason: string }[] }): Outcome[] {
  return results.map(({ id, done, reason }) => ({ id, isDone: done === 1, reason }));
}

/** Nobody knows what the server did: acts on many may be asked for again. The end of a session is told elsewhere. */
export function brokenOutcomes(ids: readonly string[], error: unknown): Outcome[] {
  const reason = (error instanceof Error && errorToShow(error)?.message) || '操作未完成，请重试';
  return ids.map((id) => ({ id, isDone: false, reason }));
}

import { useRef, useState } from 'react';
import { errorToShow } from '../../net/verdict.ts';

/** Result of the act for one row; ids are the keys of the list. */
export interface Outcome {
  readonly id: string;
  readonly isDone: boolean;
  /** Why it failed; empty if it succeeded. */
  readonly reason: string;
}

/** An act on many rows: its results, and a retry of the failed ones. */
export interface Many<Asked = never> {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** Rows without an answer yet. */
  readonly pending: ReadonlySet<string>;
  readonly failed: readonly string[];
  /** Starts with these rows, dropping earlier results. */
  start(ids: readonly string[], asked: Asked): Promise<void>;
  /** Repeats the last act for the failed rows only. */
  retry(): Promise<void>;
}

/**
 * @param act returns a result for each id. A broken connection, or a refusal of the whole call, counts as the result of every row.
 * @param after receives the failed ids of the whole run, before they can be retried.
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
    // Something has failed, so there was a last request.
    retry: () => run(outcomes, failedOf(outcomes), latest.current as Asked),
  };
}

/** Adds further results; the later result of a row replaces the earlier one. */
export function withOutcomes(before: ReadonlyMap<string, Outcome>, answers: readonly Outcome[]): ReadonlyMap<string, Outcome> {
  return new Map([...before, ...answers.map((answer) => [answer.id, answer] as const)]);
}

export function failedOf(outcomes: ReadonlyMap<string, Outcome>): string[] {
  return [...outcomes.values()].filter(({ isDone }) => !isDone).map(({ id }) => id);
}

/** Converts the results of a call from wire names. */
export function outcomesOf({ results }: { readonly results: readonly { id: string; done: number; reason: string }[] }): Outcome[] {
  return results.map(({ id, done, reason }) => ({ id, isDone: done === 1, reason }));
}

/** Nobody knows what the server did, but acts on many rows may be repeated. The end of a session is reported elsewhere. */
export function brokenOutcomes(ids: readonly string[], error: unknown): Outcome[] {
  const reason = (error instanceof Error && errorToShow(error)?.message) || '操作未完成，请重试';
  return ids.map((id) => ({ id, isDone: false, reason }));
}

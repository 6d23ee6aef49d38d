import type { RowResult } from '../../contract/console/many/row-result.ts';
import { Refusal } from './refusal.ts';

/**
 * An act on many: one after the other, each in a transaction of its own. A refused one is told with its reason and holds up no other; a
 * fault ends the act, and what was done before it stays, so that asking again must do no harm.
 */
export async function eachRow(ids: readonly string[], act: (id: string, at: number) => Promise<void>): Promise<RowResult[]> {
  const results: RowResult[] = [];
  for (const [at, id] of ids.entries()) {
    const reason = await act(id, at).then(
      () => null,
      (error: unknown) => {
        if (error instanceof Refusal && error.message !== '') return error.message;
        throw error;
      },
    );
    results.push({ id, done: reason === null ? 1 : 0, reason: reason ?? '' });
  }
  return results;
}

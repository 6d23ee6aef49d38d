import type { RowResult } from '../../../contract/console/row-result.ts';
import { Refusal } from './refusal.ts';

/**
 * Applies an action to many rows, one after the other. `act` must use a transaction of its own for each. A refusal is reported with its
 * reason, and the others continue. A fault stops the action and keeps what was done, so repeating the request must be safe.
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

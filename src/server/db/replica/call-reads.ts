import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseError } from 'pg';
import { isGone } from '../group-commit.ts';

/** A call whose lists may come from a replica: what an operator looks at. All else reads where it writes. */
export interface ReadingCall {
  /** Where the primary's log stood when the call's session had last written (`pg_lsn`); null for one that has not. */
  readonly written: string | null;
}

interface Call {
  readonly reading: ReadingCall | undefined;
  wrote: boolean;
}

const calls = new AsyncLocalStorage<Call>();

/** @param reading undefined for a call that is to see the primary alone. */
export async function inCall<Result>(reading: ReadingCall | undefined, work: () => Promise<Result>) {
  const call: Call = { reading, wrote: false };
  const result = await calls.run(call, work);
  return { result, wrote: call.wrote };
}

/** The call that is being answered; undefined where it must not see a replica, and outside of calls. */
export function readingCall(): ReadingCall | undefined {
  return calls.getStore()?.reading;
}

/** Carries work out as part of this call, whoever begins it. */
export function inThisCall<Result>(work: () => Promise<Result>): () => Promise<Result> {
  const call = calls.getStore();
  return call === undefined ? work : () => calls.run(call, work);
}

/** A call that only looks may write too: who looked at what. */
export function noteWrite(): void {
  const call = calls.getStore();
  if (call) call.wrote = true;
}

/** Reads once more, from the primary, where a replica went away under the read or could not go on with it. */
export async function orFromPrimary<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    const call = calls.getStore();
    if (call?.reading === undefined || !isReplicasFault(error)) throw error;
    return calls.run({ reading: undefined, wrote: call.wrote }, read);
  }
}

const statementTimeout = '57014';
/** A statement that met what is replayed; a table, a column or a function that is not there yet. */
const othersTables = ['40001', '42P01', '42703', '42883'];

/** Also that it had to replay what removes rows which a statement was still reading (40001), or is of another cluster's tables. */
export function isReplicasFault(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return isGone(error);
  return error.code !== statementTimeout && (isGone(error) || othersTables.includes(error.code ?? ''));
}

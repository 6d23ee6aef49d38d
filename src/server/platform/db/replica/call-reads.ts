import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseError } from 'pg';
import { isGone } from '../batches/group-commit.ts';

/** A call whose lists may be read from a replica because an operator only looks at them. Everything else reads from the primary. */
export interface ReadingCall {
  /** The primary's WAL position after the session's last write (`pg_lsn`); null if the session has not written. */
  readonly written: string | null;
}

interface Call {
  readonly reading: ReadingCall | undefined;
  wrote: boolean;
}

const calls = new AsyncLocalStorage<Call>();

/** Runs `work` as a call; also returns whether it wrote. @param reading undefined for a call that must read from the primary. */
export async function inCall<Result>(reading: ReadingCall | undefined, work: () => Promise<Result>) {
  const call: Call = { reading, wrote: false };
  const result = await calls.run(call, work);
  return { result, wrote: call.wrote };
}

/** The current call; undefined if it must not read from a replica, and outside of calls. */
export function readingCall(): ReadingCall | undefined {
  return calls.getStore()?.reading;
}

/** Binds work to the current call, so that it runs as part of it wherever it is started. */
export function inThisCall<Result>(work: () => Promise<Result>): () => Promise<Result> {
  const call = calls.getStore();
  return call === undefined ? work : () => calls.run(call, work);
}

/** Marks the current call as one that wrote. Even a call that only reads may write, for example who looked at what. */
export function noteWrite(): void {
  const call = calls.getStore();
  if (call) call.wrote = true;
}

/** Retries a read on the primary if the replica failed (`isReplicasFault`). */
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
/** A statement in conflict with recovery; a table, column or function that does not exist there yet. */
const replicaErrorCodes = ['40001', '42P01', '42703', '42883'];

/**
 * Whether a read failed because of the replica: it is gone, recovery removed rows that the statement was reading (40001), or its schema
 * lacks something. Not a statement timeout, which the primary would meet as well.
 */
export function isReplicasFault(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return isGone(error);
  return error.code !== statementTimeout && (isGone(error) || replicaErrorCodes.includes(error.code ?? ''));
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { onClosed } from './on-closed.ts';

interface Asker {
  readonly id: string;
  /** Aborted when the connection of the call closes; null for work that goes on without its caller. */
  readonly leaving: (() => AbortSignal) | null;
}

const askers = new AsyncLocalStorage<Asker>();

/** The caller left before the turn of the work came. */
export class CallerLeft extends Error {
  override name = 'CallerLeft';
  /** As of any call whose connection broke off. */
  readonly code = 'ABORT_ERR';
  constructor() {
    super('the caller left');
  }
}

/**
 * Runs the work of a call in the name of who asks for it, in whose turn it is done, and only while they wait for the answer.
 * @param id of the client or the operator; one who acts for many users is one of those who take turns.
 */
export function askedBy<Result>(id: string, reply: Parameters<typeof onClosed>[0], work: () => Result): Result {
  let leaving: AbortController | undefined;
  const watch = (): AbortSignal => {
    if (leaving) return leaving.signal;
    const controller = (leaving = new AbortController());
    onClosed(reply, () => controller.abort());
    return controller.signal;
  };
  return askers.run({ id, leaving: watch }, work);
}

/** The id of an operator who asks. */
export function accountAsker(accountId: string): string {
  return `account/${accountId}`;
}

/** Runs work that others share or that outlasts the call: it keeps its place in a queue when the caller leaves. */
export function evenIfCallerLeaves<Result>(work: () => Result): Result {
  const asker = askers.getStore();
  return asker ? askers.run({ ...asker, leaving: null }, work) : work();
}

/** Whose work the current one is: of a user, and of whoever asks for it. */
export interface Turn {
  readonly asker: string;
  readonly user: string;
}

/** The turn of work about a user: that of who calls, and the user's own where nobody calls. */
export function turnOf(user: string): Turn {
  return { asker: askers.getStore()?.id ?? user, user };
}

/**
 * Waits in a queue for work, unless the caller leaves before it begins.
 * @param enter puts the work into the queue; what it returns takes it out again, and is false once it has begun.
 * @throws CallerLeft
 */
export function inQueue<Value>(enter: (resolve: (value: Value) => void, reject: (why: unknown) => void) => () => boolean): Promise<Value> {
  const leaving = askers.getStore()?.leaving?.();
  return new Promise<Value>((resolve, reject) => {
    if (leaving?.aborted === true) return reject(new CallerLeft());
    const withdraw = enter(
      (value) => {
        leaving?.removeEventListener('abort', leave);
        resolve(value);
      },
      (why) => {
        leaving?.removeEventListener('abort', leave);
        reject(why as Error);
      },
    );
    leaving?.addEventListener('abort', leave, { once: true });

    function leave(): void {
      if (withdraw()) reject(new CallerLeft());
    }
  });
}

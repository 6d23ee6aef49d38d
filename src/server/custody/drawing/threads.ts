import { Worker } from 'node:worker_threads';
import { inQueue, turnOf, type Turn } from '../../platform/runtime/asker.ts';
import { createFairQueue, type FairQueue } from '../../platform/runtime/fair-queue.ts';

/** A pool of threads, each of which runs one task at a time. */
export interface Threads<Work> {
  /**
   * Runs a task in its turn (`InTurn`). @param user whom the task is about.
   * @throws BusyError if the queue is full; CallerLeft; the task's own error; ThreadEnded if its thread ended during the task.
   */
  run(user: string, work: Work): Promise<Uint8Array>;
  /** Number of live threads. */
  count(): number;
  /** Ends all threads. Running and waiting tasks fail. */
  close(): Promise<void>;
}

export interface ThreadSettings {
  readonly open: () => Worker;
  readonly max: number;
  /** Maximum of tasks of one asker that wait for a thread; more are refused. */
  readonly maxWaiting: number;
  /** A thread that is idle for this long ends, which frees its memory. */
  readonly idleMs: number;
  /** A task that takes longer is ended, together with its thread. */
  readonly workMs: number;
}

/** A thread's answer to a task. */
export type ThreadAnswer = { readonly done: Uint8Array } | { readonly failed: Error };

export class BusyError extends Error {
  override name = 'BusyError';
  readonly statusCode = 503;
}
export class ThreadEnded extends Error {
  override name = 'ThreadEnded';
}

/** Creates a pool whose threads start when there is work and end after idling. A thread that ends takes only its own task with it. */
export function createThreads<Work>({ open, max, maxWaiting, idleMs, workMs }: ThreadSettings): Threads<Work> {
  const queue = createFairQueue<QueuedWork<Work>>();
  const free: PooledThread<Work>[] = [];
  const pooled = new Set<PooledThread<Work>>();
  return {
    async run(user, work) {
      const turn = turnOf(user);
      if (queue.waiting(turn.asker) >= maxWaiting) throw new BusyError(`${maxWaiting} pieces of work of one asker wait`);
      return inQueue((resolve, reject) => {
        const withdraw = queue.push(turn, { work, resolve, reject });
        assign();
        return withdraw;
      });
    },
    count: () => pooled.size,
    async close() {
      for (const { reject } of queue.clear()) reject(new ThreadEnded('the threads are closed'));
      await Promise.all([...pooled].map(({ worker }) => worker.terminate()));
    },
  };

  function assign(): void {
    while (free.length > 0 || pooled.size < max) {
      const next = queue.take();
      if (!next) return;
      const task = endingTurn(queue, next);
      try {
        start(task, free.pop() ?? begin());
      } catch (error) {
        // The machine has no room for another thread, or the task cannot be sent to one.
        task.reject(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }

  function start(task: QueuedWork<Work>, thread: PooledThread<Work>): void {
    clearTimeout(thread.timer);
    thread.task = task;
    thread.timer = setTimeout(
      () => end(thread, new ThreadEnded(`a thread was at one piece of work for more than ${workMs / 1000} s`)),
      workMs,
    );
    thread.worker.ref();
    try {
      thread.worker.postMessage(task.work, []);
    } catch (error) {
      thread.task = null;
      rest(thread);
      throw error;
    }
  }

  function begin(): PooledThread<Work> {
    const thread: PooledThread<Work> = { worker: open(), task: null, timer: undefined };
    pooled.add(thread);
    thread.worker.on('message', (answer: ThreadAnswer) => {
      const { task } = thread;
      thread.task = null;
      rest(thread);
      if ('done' in answer) task?.resolve(answer.done);
      else task?.reject(answer.failed);
      assign();
    });
    // An error event without a listener would end the whole process.
    thread.worker.on('error', (error: unknown) => end(thread, error instanceof Error ? error : new ThreadEnded(String(error))));
    thread.worker.on('messageerror', (error) => end(thread, error));
    thread.worker.once('exit', (code) => end(thread, new ThreadEnded(`a thread ended with ${code}`)));
    return thread;
  }

  /** Neither an idle thread nor its timer keeps the process alive. */
  function rest(thread: PooledThread<Work>): void {
    clearTimeout(thread.timer);
    thread.timer = setTimeout(() => end(thread, new ThreadEnded('idle')), idleMs).unref();
    thread.worker.unref();
    free.push(thread);
  }

  function end(thread: PooledThread<Work>, why: Error): void {
    if (!pooled.delete(thread)) return;
    clearTimeout(thread.timer);
    const at = free.indexOf(thread);
    if (at >= 0) free.splice(at, 1);
    thread.task?.reject(why);
    void thread.worker.terminate();
    assign();
  }
}

/** The task, which ends its turn when it is settled. */
function endingTurn<Work>(queue: FairQueue<QueuedWork<Work>>, { turn, item }: { readonly turn: Turn; readonly item: QueuedWork<Work> }) {
  const { work, resolve, reject } = item;
  return {
    work,
    resolve(done: Uint8Array) {
      queue.end(turn);
      resolve(done);
    },
    reject(error: Error) {
      queue.end(turn);
      reject(error);
    },
  };
}

interface QueuedWork<Work> {
  readonly work: Work;
  readonly resolve: (done: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

/** A thread and its current task. */
interface PooledThread<Work> {
  readonly worker: Worker;
  task: QueuedWork<Work> | null;
  /** Limits the task, or the idle time. */
  timer: NodeJS.Timeout | undefined;
}

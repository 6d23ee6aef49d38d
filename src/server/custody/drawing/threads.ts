import { Worker } from 'node:worker_threads';

/** A pool of threads, each of which runs one task at a time. */
export interface Threads<Work> {
  /** @throws BusyError if the queue is full; the task's own error; ThreadEnded if its thread ended during the task. */
  run(work: Work): Promise<Uint8Array>;
  /** Number of live threads. */
  count(): number;
  /** Ends all threads. Running and waiting tasks fail. */
  close(): Promise<void>;
}

export interface ThreadSettings {
  readonly open: () => Worker;
  readonly max: number;
  /** Maximum of tasks that wait for a thread; more are refused. */
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
  const waiting: QueuedWork<Work>[] = [];
  const free: Place<Work>[] = [];
  const places = new Set<Place<Work>>();
  return {
    run: (work) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= maxWaiting) return reject(new BusyError(`${waiting.length} pieces of work wait for ${max} threads`));
        waiting.push({ work, resolve, reject });
        assign();
      }),
    count: () => places.size,
    async close() {
      for (const { reject } of waiting.splice(0)) reject(new ThreadEnded('the threads are closed'));
      await Promise.all([...places].map(({ worker }) => worker.terminate()));
    },
  };

  function assign(): void {
    while (waiting.length > 0 && (free.length > 0 || places.size < max)) {
      const task = waiting.shift();
      try {
        if (task) start(task, free.pop() ?? begin());
      } catch (error) {
        // The machine has no room for another thread, or the task cannot be sent to one.
        task?.reject(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }

  function start(task: QueuedWork<Work>, place: Place<Work>): void {
    clearTimeout(place.timer);
    place.task = task;
    place.timer = setTimeout(
      () => end(place, new ThreadEnded(`a thread was at one piece of work for more than ${workMs / 1000} s`)),
      workMs,
    );
    place.worker.ref();
    try {
      place.worker.postMessage(task.work, []);
    } catch (error) {
      place.task = null;
      rest(place);
      throw error;
    }
  }

  function begin(): Place<Work> {
    const place: Place<Work> = { worker: open(), task: null, timer: undefined };
    places.add(place);
    place.worker.on('message', (answer: ThreadAnswer) => {
      const { task } = place;
      place.task = null;
      rest(place);
      if ('done' in answer) task?.resolve(answer.done);
      else task?.reject(answer.failed);
      assign();
    });
    // An error event without a listener would end the whole process.
    place.worker.on('error', (error: unknown) => end(place, error instanceof Error ? error : new ThreadEnded(String(error))));
    place.worker.on('messageerror', (error) => end(place, error));
    place.worker.once('exit', (code) => end(place, new ThreadEnded(`a thread ended with ${code}`)));
    return place;
  }

  /** Neither an idle thread nor its timer keeps the process alive. */
  function rest(place: Place<Work>): void {
    clearTimeout(place.timer);
    place.timer = setTimeout(() => end(place, new ThreadEnded('idle')), idleMs).unref();
    place.worker.unref();
    free.push(place);
  }

  function end(place: Place<Work>, why: Error): void {
    if (!places.delete(place)) return;
    clearTimeout(place.timer);
    const at = free.indexOf(place);
    if (at >= 0) free.splice(at, 1);
    place.task?.reject(why);
    void place.worker.terminate();
    assign();
  }
}

interface QueuedWork<Work> {
  readonly work: Work;
  readonly resolve: (done: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

/** A thread and its current task. */
interface Place<Work> {
  readonly worker: Worker;
  task: QueuedWork<Work> | null;
  /** Limits the task, or the idle time. */
  timer: NodeJS.Timeout | undefined;
}

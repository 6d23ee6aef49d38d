import { Worker } from 'node:worker_threads';

/** Threads that do one task after another, each task in one of them. */
export interface Threads<Work> {
  /** @throws BusyError when too much waits; what the work failed with; ThreadEnded when its thread ended under it. */
  run(work: Work): Promise<Uint8Array>;
  /** Threads that live now. */
  count(): number;
  /** Ends them; what is under way or waits fails. */
  close(): Promise<void>;
}

export interface ThreadSettings {
  readonly open: () => Worker;
  readonly max: number;
  /** Of work that has no thread yet; more is refused. */
  readonly maxWaiting: number;
  /** A thread without work for so long ends: what it holds is given back. */
  readonly idleMs: number;
  /** A task that takes longer ends with its thread. */
  readonly workMs: number;
}

/** What a thread answers a task with. */
export type ThreadAnswer = { readonly done: Uint8Array } | { readonly failed: Error };

export class BusyError extends Error {
  override name = 'BusyError';
  readonly statusCode = 503;
}
export class ThreadEnded extends Error {
  override name = 'ThreadEnded';
}

/**
 * A few threads, started when there is work and ended when there has been none. A thread that ends takes one task with it and
 * nothing else.
 */
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
        // A machine that has no room for another thread, or work that cannot be handed to one.
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
    // An error that nobody listens to would end the whole process.
    place.worker.on('error', (error: unknown) => end(place, error instanceof Error ? error : new ThreadEnded(String(error))));
    place.worker.on('messageerror', (error) => end(place, error));
    place.worker.once('exit', (code) => end(place, new ThreadEnded(`a thread ended with ${code}`)));
    return place;
  }

  /** Neither a thread without work nor its clock keeps the process from ending. */
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

/** A thread, and what it is at. */
interface Place<Work> {
  readonly worker: Worker;
  task: QueuedWork<Work> | null;
  /** Of its work, or of its rest. */
  timer: NodeJS.Timeout | undefined;
}

import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

/** 取证日志: one JSON object per line, in the order in which the events were noticed. */
export interface CaptureLog {
  note(event: string, fields?: Readonly<Record<string, unknown>>): void;
  close(): Promise<void>;
}

export function openCaptureLog(path: string, now: () => Date = () => new Date()): CaptureLog {
  const file: WriteStream = createWriteStream(path, { mode: 0o600 });
  const done = finished(file);
  done.catch(() => undefined);
  let order = 0;
  return {
    note(event, fields = {}) {
      if (file.writableEnded) return; // Events that a browser emits while it is being closed.
      order += 1;
      file.write(`${JSON.stringify({ n: order, at: now().toISOString(), event, ...fields })}\n`);
    },
    async close() {
      file.end();
      await done;
    },
  };
}

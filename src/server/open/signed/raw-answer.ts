import type { Readable } from 'node:stream';

const raw = Symbol('raw answer');

/** An answer that is not JSON, or not a plain 200. */
export interface RawAnswer {
  readonly [raw]: true;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Readable;
}

export function rawAnswer(status: number, headers: RawAnswer['headers'], body: RawAnswer['body']): RawAnswer {
  return { [raw]: true, status, headers, body };
}

export function isRawAnswer(answer: unknown): answer is RawAnswer {
  return typeof answer === 'object' && answer !== null && raw in answer;
}

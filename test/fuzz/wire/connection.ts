import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AnswerReader, type Answer } from './answer-reader.ts';

/** The bytes to send, piece by piece, with `pauseMs` between two pieces. */
export interface Sending {
  readonly pieces: readonly Buffer[];
  readonly pauseMs: number;
  /** Methods of the contained requests, in order: an answer to HEAD has no body. */
  readonly methods: readonly string[];
  /** The client disconnects after the last piece, and reads nothing. */
  readonly leaves: boolean;
  /** Nothing else is sent on its connection, because the rest of it would be taken for another call. */
  readonly isLast: boolean;
}
export type Outcome =
  | { readonly kind: 'answered'; readonly answers: readonly Answer[] }
  /** The server closed the connection before all answers had arrived. */
  | { readonly kind: 'closed'; readonly answers: readonly Answer[] }
  | { readonly kind: 'left' }
  /** Nothing arrived within the time limit. */
  | { readonly kind: 'hung'; readonly answers: readonly Answer[] };

/** HTTP/1.1 by hand, to send what a well-behaved client library would not. */
export class Connection {
  readonly #port: number;
  #socket: Socket | null = null;
  #reader = new AnswerReader();
  #closed = false;
  #wake: () => void = () => undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** @param boundMs how long the last answer may take after the last piece was sent. */
  async exchange(sending: Sending, boundMs: number): Promise<Outcome> {
    const isFresh = this.#socket === null || this.#closed;
    const outcome = await this.#exchange(sending, boundMs);
    // A server may close an idle connection just as the next call is sent.
    const mayRest = !isFresh && outcome.kind === 'closed' && outcome.answers.length === 0;
    return mayRest ? this.#exchange(sending, boundMs) : outcome;
  }

  async #exchange({ pieces, pauseMs, methods, leaves, isLast }: Sending, boundMs: number): Promise<Outcome> {
    const socket = this.#open();
    this.#reader.expect(methods);
    for (const [at, piece] of pieces.entries()) {
      if (at > 0 && pauseMs > 0) await sleep(pauseMs);
      if (this.#closed) break;
      socket.write(piece);
    }
    if (leaves) {
      this.end();
      return { kind: 'left' };
    }
    const outcome = await this.#answers(methods.length, boundMs);
    if (isLast || outcome.kind !== 'answered' || outcome.answers.some(({ headers }) => headers['connection'] === 'close')) this.end();
    return outcome;
  }

  end(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  #open(): Socket {
    if (this.#socket && !this.#closed) return this.#socket;
    this.end();
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    const reader = new AnswerReader();
    this.#reader = reader;
    this.#closed = false;
    const over = (): void => {
      if (this.#reader !== reader) return;
      reader.end();
      this.#closed = true;
      this.#wake();
    };
    socket.on('data', (chunk) => {
      reader.take(chunk);
      if (this.#reader === reader) this.#wake();
    });
    // A refusing server may close the connection while the body is still being sent.
    socket.on('error', over).on('close', over).on('end', over);
    this.#socket = socket;
    return socket;
  }

  async #answers(count: number, boundMs: number): Promise<Outcome> {
    const end = performance.now() + boundMs;
    for (;;) {
      const { answers } = this.#reader;
      if (answers.length >= count) return { kind: 'answered', answers };
      if (this.#closed) return { kind: 'closed', answers };
      const left = end - performance.now();
      if (left <= 0) return { kind: 'hung', answers };
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}

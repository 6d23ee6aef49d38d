export interface Answer {
  readonly status: number;
  /** Names in lower case; the last value of a repeated one. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Parses answers of HTTP/1.1 as they arrive (RFC 9112, sections 2 to 7). */
export class AnswerReader {
  answers: Answer[] = [];
  #rest: Buffer = Buffer.alloc(0);
  #methods: readonly string[] = [];

  /** Resets the reader; the answers to requests with these methods come next. */
  expect(methods: readonly string[]): void {
    this.answers = [];
    this.#methods = methods;
  }

  take(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (this.#one(false));
  }

  /** Nothing more comes: an answer without a length ends here. */
  end(): void {
    while (this.#one(true));
  }

  #one(isEnd: boolean): boolean {
    const headEnd = this.#rest.indexOf('\r\n\r\n');
    if (headEnd < 0) return false;
    const [first = '', ...lines] = this.#rest.subarray(0, headEnd).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0);
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const found = this.#bodyAt(headEnd + 4, status, headers, isEnd);
    if (!found) return false;
    this.#rest = this.#rest.subarray(found.next);
    // 100 and 103 announce an answer and are not the answer.
    if (status >= 200 || status === 0) this.answers.push({ status, headers, body: found.body });
    return this.#rest.length > 0;
  }

  #bodyAt(from: number, status: number, headers: Record<string, string>, isEnd: boolean): { body: Buffer; next: number } | null {
    const rest = this.#rest;
    const none = this.#methods[this.answers.length] === 'HEAD' || status < 200 || status === 204 || status === 304;
    if (none) return { body: Buffer.alloc(0), next: from };
    if (headers['transfer-encoding'] === 'chunked') return chunksAt(rest, from);
    const length = headers['content-length'];
    if (length === undefined) return isEnd ? { body: rest.subarray(from), next: rest.length } : null;
    const next = from + Number(length);
    return rest.length < next ? null : { body: rest.subarray(from, next), next };
  }
}

function chunksAt(rest: Buffer, from: number): { body: Buffer; next: number } | null {
  const parts: Buffer[] = [];
  for (let at = from; ; ) {
    const lineEnd = rest.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(rest.subarray(at, lineEnd).toString('latin1'), 16);
    const next = lineEnd + 2 + size + 2;
    if (rest.length < next) return null;
    if (size === 0) return { body: Buffer.concat(parts), next };
    parts.push(rest.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = next;
  }
}

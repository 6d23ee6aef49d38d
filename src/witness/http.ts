import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { formatVerifierKey } from '../domain/proof/tlog/cosignatures/verifier-key.ts';
import { formatTlogSize, maxAddCheckpointBytes, tlogSizeType } from '../domain/proof/tlog/witness/add-checkpoint.ts';
import { prometheusText } from '../server/platform/telemetry/exposition.ts';
import { witnessPage } from './page.ts';
import type { Answer, LogState, Witness } from './witness.ts';

/** Maximum number of open connections. */
const connections = 4096;

/** Connections that may wait to be accepted, as far as `net.core.somaxconn` allows: with Node's 511, a burst of a thousand gets resets. */
export const listenBacklog = connections;

/** The witness as an HTTP server. Source: C2SP tlog-witness, HTTP Interface. @param log receives one line per failure, for the operator. */
export function witnessServer(witness: Witness, log: (line: string) => void): Server {
  const service = new Service(witness, log);
  const server = createServer(
    // Generous timeouts: a thousand requests at once keep one processor busy for some seconds, and waiting clients are not attackers.
    { requestTimeout: 120_000, headersTimeout: 60_000, keepAliveTimeout: 75_000, maxHeaderSize: 16_384 },
    (request, response) => void service.answer(request, response),
  );
  server.maxConnections = connections;
  return server;
}

class Service {
  readonly #witness: Witness;
  readonly #log: (line: string) => void;
  readonly #answers = new Map<number, number>([200, 400, 403, 404, 409, 422, 500].map((status) => [status, 0]));
  /** Bytes of requests that are being read or wait to be handled. */
  #heldBytes = 0;

  constructor(witness: Witness, log: (line: string) => void) {
    this.#witness = witness;
    this.#log = log;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const path = (request.url ?? '').split('?')[0] ?? '';
      if (path === '/add-checkpoint') return await this.#addCheckpoint(request, response);
      if (request.method !== 'GET' && request.method !== 'HEAD') return text(response, 405, 'only GET\n', { allow: 'GET, HEAD' });
      await this.#read(path, response);
    } catch (error) {
      this.#log(`A request failed: ${error instanceof Error ? error.message : String(error)}`);
      if (!response.headersSent) text(response, 500, 'the witness cannot read or write its state\n');
      else response.destroy();
    }
  }

  async #read(path: string, response: ServerResponse): Promise<void> {
    if (path === '/') {
      const page = witnessPage(this.#witness.keys, await this.#witness.states());
      return text(response, 200, page, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy });
    }
    if (path === '/vkey') return text(response, 200, this.#witness.keys.map((key) => `${formatVerifierKey(key)}\n`).join(''));
    if (path === '/metrics') {
      const numbers = witnessMetrics(await this.#witness.states(), this.#answers);
      return text(response, 200, numbers, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
    }
    const [, hash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(path) ?? [];
    const checkpoint = hash === undefined ? null : await this.#witness.checkpointOf(hash);
    if (checkpoint !== null) return text(response, 200, checkpoint);
    text(
      response,
      404,
      hash === undefined ? 'there is nothing at this address\n' : 'this witness has cosigned no checkpoint of this log\n',
    );
  }

  async #addCheckpoint(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return text(response, 405, 'add-checkpoint is a POST\n', { allow: 'POST' });
    const held = { bytes: 0 };
    try {
      const body = await this.#readBody(request, held);
      if (body === 'too-large') return turnAway(response, 413, `a request has ${maxAddCheckpointBytes} bytes at most\n`);
      if (body === 'busy') return turnAway(response, 503, 'too many requests at once\n', { 'retry-after': '5' });
      if (body === null) return void response.destroy(); // The client has disconnected.
      const answer = await this.#witness.add(body);
      this.#count(answer.status);
      send(response, answer);
    } catch (error) {
      this.#count(500);
      throw error;
    } finally {
      this.#heldBytes -= held.bytes;
    }
  }

  /** @param held counts the bytes that were added to `#heldBytes`, for the caller to subtract. */
  async #readBody(request: IncomingMessage, held: { bytes: number }): Promise<Uint8Array | 'too-large' | 'busy' | null> {
    const chunks: Buffer[] = [];
    try {
      // Leaving the loop must not close the connection: the answer is still to be sent.
      for await (const chunk of request.iterator({ destroyOnReturn: false })) {
        if (!Buffer.isBuffer(chunk)) return null;
        chunks.push(chunk);
        held.bytes += chunk.length;
        this.#heldBytes += chunk.length;
        if (held.bytes > maxAddCheckpointBytes) return 'too-large';
        if (this.#heldBytes > maxHeldBytes) return 'busy';
      }
    } catch {
      return null; // The connection broke or exceeded the server's timeout.
    }
    return Buffer.concat(chunks);
  }

  #count(status: number): void {
    this.#answers.set(status, (this.#answers.get(status) ?? 0) + 1);
  }
}

function send(response: ServerResponse, answer: Answer): void {
  if (answer.status === 200) return text(response, 200, answer.lines);
  if (answer.status === 409) return text(response, 409, formatTlogSize(answer.size), { 'content-type': tlogSizeType });
  text(response, answer.status, `${answer.reason}\n`);
}

/** Answers before the body was read to its end, so the connection cannot be reused. */
function turnAway(response: ServerResponse, status: number, reason: string, headers: Record<string, string> = {}): void {
  text(response, status, reason, { ...headers, connection: 'close' });
}

function text(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': bytes.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  response.end(bytes);
}

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Room for two hundred requests of the largest size, or a hundred thousand of the usual size. */
const maxHeldBytes = 67_108_864;

/** Metrics for Prometheus. @param answers how often add-checkpoint answered with each HTTP status since the start. */
function witnessMetrics(logs: readonly LogState[], answers: ReadonlyMap<number, number>): string {
  const ofLogs = (value: (log: LogState) => number | null) => logs.map((log) => ({ labels: { origin: log.origin }, value: value(log) }));
  return prometheusText([
    {
      name: 'witness_answers',
      help: 'Answers to add-checkpoint since the start, by HTTP status.',
      values: [...answers].map(([status, value]) => ({ labels: { status: String(status) }, value })),
    },
    {
      name: 'witness_log_size',
      help: 'Size of the tree that was cosigned last.',
      values: ofLogs(({ head }) => head?.checkpoint.size ?? null),
    },
    {
      name: 'witness_log_cosigned_timestamp_seconds',
      help: 'When a checkpoint of the log was cosigned last, in seconds since 1970.',
      values: ofLogs(({ head }) => head?.time ?? null),
    },
    { name: 'witness_log_forks', help: 'Kept requests with another root of a cosigned size.', values: ofLogs(({ forks }) => forks) },
    { name: 'witness_log_unproven', help: 'Kept requests whose proof did not verify.', values: ofLogs(({ unproven }) => unproven) },
    { name: 'witness_log_faults', help: '1 while the state of the log cannot be used.', values: ofLogs(({ fault }) => (fault ? 1 : 0)) },
  ]);
}

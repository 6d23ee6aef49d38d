import { randomBytes } from 'node:crypto';
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '../../../src/contract/console/index.ts';
import { intakeCalls, unsignedCalls } from '../../../src/contract/open/index.ts';
import { multipartBody, signedHeaders, type IntakeKey, type NamedFile } from '../../installation/intake.ts';
import type { Answer, Call, ConsoleCall, House, OpenCall } from '../model/house.ts';

/** An answer as it came, and whether an earlier sending was lost. */
export interface Sent {
  readonly answer: Answer;
  /** An earlier sending had no answer, or one that does not say what was done. */
  readonly isRepeated: boolean;
}

interface Message {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/**
 * Sends calls to the servers in turn. Where no answer comes, or 503, the same call is sent again until there is one, as a client does
 * (docs/integrating, 没有应答).
 */
export class Sender {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #key: IntakeKey;
  readonly #addresses: () => readonly string[];
  #turn = 0;
  /** Faults are made: an answer of 5xx is one of them, and says nothing of what was done. */
  isDisturbed = false;
  /** How far the clock of a server is ahead, in ms, by its address: who signs goes by the clock of whom they call. */
  readonly ahead = new Map<string, number>();

  /** Runs a line of the command line. */
  readonly #command: (line: string) => Promise<Answer>;

  constructor(key: IntakeKey, addresses: () => readonly string[], command: (line: string) => Promise<Answer>) {
    this.#command = command;
    this.#key = key;
    this.#addresses = addresses;
  }

  async send(call: Call, patienceMs: number): Promise<Sent> {
    if (call.door === 'command') return { answer: await this.#command(call.path), isRepeated: false };
    const deadline = Date.now() + patienceMs;
    for (let sending = 1; ; sending += 1) {
      const address = this.#next();
      const message = call.door === 'open' ? this.#signed(call, address) : formOf(call);
      const answer = await this.#once(message, address).catch((): Answer => ({ status: 0, body: {} }));
      const { status } = answer;
      // Signed by a clock that has just been moved.
      const isMistimed = this.ahead.size > 0 && status === 401;
      const isAnswered = status !== 0 && status !== 503 && !isMistimed && !(this.isDisturbed && status >= 500);
      if (isAnswered || Date.now() > deadline) return { answer, isRepeated: sending > 1 };
      await sleep(Math.min(20 * sending, 200));
    }
  }

  /** Bytes of a download. */
  async download(house: House, operator: string, path: string): Promise<Buffer> {
    const token = house.operators.get(operator)?.token ?? '';
    const message = { method: 'GET', path, headers: { cookie: `token=${token}` }, body: Buffer.alloc(0) };
    const { bytes } = await this.#bytes(message, this.#next());
    return bytes;
  }

  close(): void {
    this.#agent.destroy();
  }

  #next(): string {
    const addresses = this.#addresses();
    this.#turn += 1;
    return addresses[this.#turn % addresses.length] ?? '';
  }

  #signed({ method, path, fields, files, chunk, client }: OpenCall, address: string): Message {
    const key: IntakeKey = client ?? this.#key;
    const timestamp = Math.floor((Date.now() + (this.ahead.get(address) ?? 0)) / 1000);
    if (chunk) return this.#ofChunk(path, chunk, timestamp);
    const boundary = 'simulated-boundary';
    const contentType = files ? `multipart/form-data; boundary=${boundary}` : 'application/json';
    const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    const body = files
      ? multipartBody(boundary, texts, namedFiles(files))
      : Buffer.from(method === 'POST' || method === 'PATCH' ? JSON.stringify(fields) : '');
    const hasBody = body.length > 0;
    return {
      method,
      path,
      headers: signedHeaders(key, { method, path, body, timestamp, ...(hasBody ? { contentType } : {}) }),
      body,
    };
  }

  #ofChunk(path: string, { bytes: body, offset, length }: NonNullable<OpenCall['chunk']>, timestamp: number): Message {
    const method = 'PATCH' as const;
    const headers = {
      ...signedHeaders(this.#key, { method, path, body, timestamp, contentType: 'application/offset+octet-stream' }),
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'upload-length': String(length),
    };
    return { method, path, headers, body };
  }

  async #once(message: Message, server: string): Promise<Answer> {
    const { status, bytes, headers } = await this.#bytes(message, server);
    if (status === 204) return { status, body: { offset: Number(headers['upload-offset']) } };
    const text = bytes.toString();
    try {
      return { status, body: JSON.parse(text) as Answer['body'] };
    } catch {
      return { status, body: { text: text.slice(0, 300) } };
    }
  }

  #bytes(
    { method, path, headers, body }: Message,
    server: string,
  ): Promise<{ status: number; bytes: Buffer; headers: IncomingHttpHeaders }> {
    const address = new URL(path, server);
    const length = { 'content-length': String(body.length) };
    return new Promise((resolve, reject) => {
      const sending = request(address, { method, agent: this.#agent, headers: { ...headers, ...length }, timeout: 30_000 }, (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part: Buffer) => parts.push(part));
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, bytes: Buffer.concat(parts), headers: reply.headers }));
        reply.on('error', reject);
      });
      sending.on('timeout', () => sending.destroy(new Error('no answer within 30 s')));
      sending.on('error', reject);
      sending.end(body);
    });
  }
}

function namedFiles(files: Readonly<Record<string, Buffer>>): Record<string, NamedFile> {
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => {
      const isPicture = bytes[0] === 0x89;
      return [name, { bytes, name: isPicture ? `${name}.png` : 'a.txt', mediaType: isPicture ? 'image/png' : 'text/plain' }];
    }),
  );
}

function formOf({ method, path, fields, token }: ConsoleCall): Message {
  const given = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const form = new URLSearchParams(given).toString();
  const headers: Record<string, string> = { authorization: `Bearer ${token}`, 'x-request-id': randomBytes(4).toString('hex') };
  if (method === 'GET') return { method, path: `${path}?${form}`, headers, body: Buffer.alloc(0) };
  return { method, path, headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, body: Buffer.from(form) };
}

/** What an answer is without its own description: a fault of the house, or a shape that the contract does not name. */
export function outsideContract(call: Call, { status, body }: Answer): string | undefined {
  if (status >= 500 || status === 0) return `${status} ${JSON.stringify(body)}`;
  if (call.door === 'command') return undefined;
  const isOpen = call.door === 'open';
  if (isOpen && call.chunk && status === 204) return undefined;
  // A proof is text; 202 says that there is none yet.
  if (isOpen && call.name === 'getProof' && (status === 200 || status === 202)) return undefined;
  if (status !== 200) {
    const error = body['error'] as { code?: unknown; message?: unknown } | undefined;
    const isDescribed = isOpen && typeof error?.code === 'string' && typeof error.message === 'string';
    return isDescribed ? undefined : `${status} ${JSON.stringify(body)}`;
  }
  const described: Record<string, { readonly output: { safeParse(value: unknown): { error?: { message: string } | undefined } } }> = isOpen
    ? { ...intakeCalls, ...unsignedCalls }
    : contract;
  if (!isOpen && body['code'] !== 200) return body['msg'] === body['message'] ? undefined : 'message and msg differ';
  const fault = described[call.name]?.output.safeParse(isOpen ? body : body['data']).error;
  return fault && `outside its description: ${fault.message}`;
}

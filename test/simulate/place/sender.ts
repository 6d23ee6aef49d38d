import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '../../../src/contract/console/index.ts';
import { intakeCalls } from '../../../src/contract/open/index.ts';
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

  constructor(key: IntakeKey, addresses: () => readonly string[]) {
    this.#key = key;
    this.#addresses = addresses;
  }

  async send(house: House, call: Call, patienceMs: number): Promise<Sent> {
    const deadline = Date.now() + patienceMs;
    for (let sending = 1; ; sending += 1) {
      const message = call.door === 'open' ? this.#signed(call) : formOf(house, call);
      const answer = await this.#once(message).catch((): Answer => ({ status: 0, body: {} }));
      const isAnswered = answer.status !== 0 && answer.status !== 503 && !(this.isDisturbed && answer.status >= 500);
      if (isAnswered || Date.now() > deadline) return { answer, isRepeated: sending > 1 };
      await sleep(Math.min(20 * sending, 200));
    }
  }

  /** Bytes of a download. */
  async download(house: House, operator: string, path: string): Promise<Buffer> {
    const token = house.operators.get(operator)?.token ?? '';
    const { bytes } = await this.#bytes({ method: 'GET', path, headers: { cookie: `token=${token}` }, body: Buffer.alloc(0) });
    return bytes;
  }

  close(): void {
    this.#agent.destroy();
  }

  #signed({ method, path, fields, files }: OpenCall): Message {
    const boundary = 'simulated-boundary';
    const contentType = files ? `multipart/form-data; boundary=${boundary}` : 'application/json';
    const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    const body = files ? multipartBody(boundary, texts, namedFiles(files)) : Buffer.from(method === 'POST' ? JSON.stringify(fields) : '');
    const hasBody = body.length > 0;
    return { method, path, headers: signedHeaders(this.#key, { method, path, body, ...(hasBody ? { contentType } : {}) }), body };
  }

  async #once(message: Message): Promise<Answer> {
    const { status, bytes } = await this.#bytes(message);
    const text = bytes.toString();
    try {
      return { status, body: JSON.parse(text) as Answer['body'] };
    } catch {
      return { status, body: { text: text.slice(0, 300) } };
    }
  }

  #bytes({ method, path, headers, body }: Message): Promise<{ status: number; bytes: Buffer }> {
    const addresses = this.#addresses();
    this.#turn += 1;
    const address = new URL(path, addresses[this.#turn % addresses.length]);
    const length = { 'content-length': String(body.length) };
    return new Promise((resolve, reject) => {
      const sending = request(address, { method, agent: this.#agent, headers: { ...headers, ...length }, timeout: 30_000 }, (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part: Buffer) => parts.push(part));
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, bytes: Buffer.concat(parts) }));
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

function formOf(house: House, { method, path, fields, operator }: ConsoleCall): Message {
  const given = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const form = new URLSearchParams(given).toString();
  const token = house.operators.get(operator)?.token ?? '';
  const headers: Record<string, string> = { authorization: `Bearer ${token}`, 'x-request-id': randomBytes(4).toString('hex') };
  if (method === 'GET') return { method, path: `${path}?${form}`, headers, body: Buffer.alloc(0) };
  return { method, path, headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, body: Buffer.from(form) };
}

/** What an answer is without its own description: a fault of the house, or a shape that the contract does not name. */
export function outsideContract(call: Call, { status, body }: Answer): string | undefined {
  if (status >= 500 || status === 0) return `${status} ${JSON.stringify(body)}`;
  const isOpen = call.door === 'open';
  if (status !== 200) {
    const error = body['error'] as { code?: unknown; message?: unknown } | undefined;
    const isDescribed = isOpen && typeof error?.code === 'string' && typeof error.message === 'string';
    return isDescribed ? undefined : `${status} ${JSON.stringify(body)}`;
  }
  const described: Record<string, { readonly output: { safeParse(value: unknown): { error?: { message: string } | undefined } } }> = isOpen
    ? intakeCalls
    : contract;
  if (!isOpen && body['code'] !== 200) return body['msg'] === body['message'] ? undefined : 'message and msg differ';
  const fault = described[call.name]?.output.safeParse(isOpen ? body : body['data']).error;
  return fault && `outside its description: ${fault.message}`;
}

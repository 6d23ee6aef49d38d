import { randomBytes } from 'node:crypto';
import { signedHeaders, type IntakeKey } from '../../installation/intake.ts';
import type { Plan } from '../plan.ts';
import type { Sending } from './connection.ts';

/** The callers that `Plan.who` may name. */
export interface Callers {
  readonly tokens: ReadonlyMap<string, string>;
  readonly keys: ReadonlyMap<string, IntakeKey>;
}

/** The request's body, with its type; null if it has none. */
export function bodyOf(plan: Plan): { bytes: Buffer; type: string } | null {
  const type = plan.contentType;
  if (plan.raw !== null) return { bytes: Buffer.from(plan.raw, 'latin1'), type: type ?? typeOf(plan) };
  if (plan.carrier === 'query') return null;
  const bytes =
    plan.carrier === 'form'
      ? Buffer.from(formText(plan.fields))
      : plan.carrier === 'json'
        ? Buffer.from(jsonText(plan.fields))
        : multipart(plan);
  return { bytes, type: type ?? typeOf(plan) };
}

/** Path and query. */
export function targetOf(plan: Plan): string {
  const query = plan.carrier === 'query' ? [...plan.fields, ...plan.query] : plan.query;
  return query.length === 0 ? plan.path : `${plan.path}${plan.path.includes('?') ? '&' : '?'}${formText(query)}`;
}

export function formText(fields: Plan['fields']): string {
  return new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)])).toString();
}

/** Written by hand, because a name may be repeated. */
export function jsonText(fields: Plan['fields']): string {
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value ?? null)}`).join(',')}}`;
}

const boundary = 'fuzz-boundary';
const typeOf = ({ carrier }: Plan): string =>
  carrier === 'json'
    ? 'application/json'
    : carrier === 'multipart'
      ? `multipart/form-data; boundary=${boundary}`
      : 'application/x-www-form-urlencoded';

function multipart({ fields, files }: Plan): Buffer {
  const quoted = (text: string): string => text.replaceAll('"', '%22').replaceAll(/[\r\n]/g, ' ');
  const texts = fields.map(([name, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${String(value)}\r\n`),
  );
  const parts = files.map(({ name, filename, type, bytes }) => {
    const called = filename === null ? '' : `; filename="${quoted(filename)}"`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${called}\r\nContent-Type: ${type}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), Buffer.from(bytes, 'latin1'), Buffer.from('\r\n')]);
  });
  return Buffer.concat([...texts, ...parts, Buffer.from(`--${boundary}--\r\n`)]);
}

/** The bytes of a call; signed ones are signed anew each time. */
export function render(plan: Plan, callers: Callers): Sending {
  const count = plan.delivery === 'pipelined' ? 3 : 1;
  const requests = Array.from({ length: count }, () => requestOf(plan, callers));
  const methods = requests.map(() => plan.method);
  const { head, body } = requests[0] ?? { head: Buffer.alloc(0), body: Buffer.alloc(0) };
  const isLast = !['plain', 'chunked', 'slow', 'pipelined'].includes(plan.delivery);
  const whole = { pauseMs: 0, methods, leaves: false, isLast };
  if (plan.delivery === 'pipelined') return { ...whole, pieces: [Buffer.concat(requests.flatMap((one) => [one.head, one.body]))] };
  if (plan.delivery === 'slow') return { ...whole, pieces: inPieces(Buffer.concat([head, body]), 6), pauseMs: 25 };
  if (plan.delivery === 'left') return { ...whole, pieces: [head, body.subarray(0, body.length / 2)], pauseMs: 2, leaves: true };
  return { ...whole, pieces: [Buffer.concat([head, body])] };
}

function requestOf(plan: Plan, callers: Callers): { head: Buffer; body: Buffer } {
  const body = bodyOf(plan);
  const bytes = body?.bytes ?? Buffer.alloc(0);
  const target = targetOf(plan).replaceAll(/[\s\u0080-\uffff]/g, (sign) => encodeURIComponent(sign));
  const headers: [string, string][] = [['host', '127.0.0.1']];
  if (body) headers.push(['content-type', body.type]);
  headers.push(...(plan.api === 'console' ? authorization(plan, callers) : signature(plan, target, bytes, callers)));
  headers.push(...plan.headers.map(([name, value]): [string, string] => [name, value]));
  const framing = framed(plan, bytes, body !== null);
  headers.push(...framing.headers);
  const lines = headers.map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n]/g, ' ')}\r\n`).join('');
  return { head: Buffer.from(`${plan.method} ${target} HTTP/1.1\r\n${lines}\r\n`, 'latin1'), body: framing.body };
}

function authorization({ who }: Plan, { tokens }: Callers): [string, string][] {
  if (who === 'nobody') return [];
  return [['authorization', `Bearer ${tokens.get(who) ?? 'no-token-of-ours'}`]];
}

function signature(plan: Plan, path: string, body: Buffer, { keys }: Callers): [string, string][] {
  const key = keys.get(plan.who);
  if (!key || plan.signature === 'missing') return [];
  const signed = signedHeaders(plan.signature === 'no-such-app' ? { ...key, app_id: 'nobody' } : key, {
    method: plan.method as 'GET',
    path,
    body,
    ...(plan.signature === 'old' ? { timestamp: 1_700_000_000 } : {}),
    ...(plan.signature === 'nonce' ? { nonce: 'a nonce' } : {}),
    ...(plan.signature === 'hash' ? { contentSha256: randomBytes(32).toString('hex') } : {}),
    ...(plan.signature === 'unsigned-payload' ? { contentSha256: 'UNSIGNED-PAYLOAD' } : {}),
  });
  if (plan.signature === 'signature') signed['x-signature'] = randomBytes(32).toString('hex');
  return Object.entries(signed);
}

/** Lengths and transfer codings, right and wrong. */
function framed({ delivery, method }: Plan, bytes: Buffer, hasBody: boolean): { headers: [string, string][]; body: Buffer } {
  const length = (size: number): [string, string] => ['content-length', String(size)];
  const coding: [string, string] = ['transfer-encoding', 'chunked'];
  switch (delivery) {
    case 'chunked':
      return { headers: [coding], body: chunked(bytes, 'ok') };
    case 'bad-chunk':
      return { headers: [coding], body: chunked(bytes, 'bad') };
    case 'both-lengths':
      return { headers: [length(bytes.length), coding], body: chunked(bytes, 'ok') };
    case 'longer':
      return { headers: [length(Math.max(0, bytes.length - 1)), ['connection', 'close']], body: bytes };
    case 'shorter':
      return { headers: [length(bytes.length + 5), ['connection', 'close']], body: bytes };
    case 'bad-head':
      return { headers: [['x bad', 'a'], ['x-high', '\u00ff\u0001'], length(bytes.length)], body: bytes };
    case 'huge-head':
      return { headers: [['x-long', 'x'.repeat(20_000)], length(bytes.length)], body: bytes };
    case 'expect':
      return { headers: [['expect', '100-continue'], length(bytes.length)], body: bytes };
    default:
      return { headers: hasBody || method === 'POST' ? [length(bytes.length)] : [], body: bytes };
  }
}

function chunked(bytes: Buffer, kind: 'ok' | 'bad'): Buffer {
  const parts = inPieces(bytes, 5).filter(({ length }) => length > 0);
  const size = (part: Buffer): string => (kind === 'bad' ? 'zz' : `${part.length.toString(16)};a="b"`);
  const framedParts = parts.flatMap((part) => [Buffer.from(`${size(part)}\r\n`), part, Buffer.from('\r\n')]);
  return Buffer.concat([...framedParts, Buffer.from(kind === 'bad' ? 'zz\r\n\r\n' : '0\r\nx-trailer: 1\r\n\r\n')]);
}

function inPieces(bytes: Buffer, count: number): Buffer[] {
  const size = Math.max(1, Math.ceil(bytes.length / count));
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

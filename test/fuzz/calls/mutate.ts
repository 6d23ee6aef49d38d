import { hostileJson, hostileText, nearly } from '../values/hostile.ts';
import type { Carrier, Delivery, FilePart, Plan, SignatureFault } from '../plan.ts';
import type { Random } from '../random.ts';

type Fields = readonly (readonly [string, unknown])[];

const deliveries: readonly Delivery[] = [
  'chunked',
  'chunked',
  'slow',
  'pipelined',
  'pipelined',
  'left',
  'longer',
  'both-lengths',
  'bad-chunk',
  'bad-head',
  'huge-head',
  'expect',
];
const signatureFaults: readonly SignatureFault[] = ['old', 'nonce', 'hash', 'signature', 'missing', 'no-such-app', 'unsigned-payload'];
const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=gbk',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="a b"',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  'multipart/mixed; boundary=x',
  'text/plain',
  'application/octet-stream',
  'application/offset+octet-stream',
  '/',
  ';',
];
const rawBodies = [
  '',
  '{',
  '{}',
  'null',
  '[]',
  '"x"',
  '1e999',
  '{"unique_id":"a","unique_id":"b"}',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '\xff\xfe{\x00}\x00',
  '\xef\xbb\xbf{}',
  '{"a":"\xff\xff"}',
  '{"a":"\\u0000"}',
  `${'{"a":'.repeat(4000)}1${'}'.repeat(4000)}`,
  '[',
  '%',
  '%zz=%',
  '=',
  '&&&&',
  'a=%ff%fe&b=%00',
  'a[b]=1&a[]=2',
  `${'a=1&'.repeat(5000)}b=2`,
  '--x\r\n',
  '--x--\r\n',
  '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n',
  '--x\r\nContent-Disposition: form-data; name=""; filename=""\r\n\r\n\r\n--x--\r\n',
  'x'.repeat(1_100_000),
];

/** Leaves most calls unchanged; each of the others gets one or two faults. */
export function mutated(random: Random, plan: Plan): Plan {
  const kind = random.fraction();
  if (kind < 0.45) return plan;
  if (kind < 0.6) return { ...plan, fields: changed(random, plan.fields, (value) => nearly(random, value)) };
  if (kind < 0.75)
    return {
      ...plan,
      fields: changed(random, plan.fields, () => (plan.carrier === 'json' ? hostileJson(random) : hostileText(random))),
    };
  if (kind < 0.84) return { ...plan, ...shuffled(random, plan) };
  if (kind < 0.9) return { ...plan, delivery: random.pick(deliveries) };
  if (kind < 0.93) return { ...plan, raw: random.pick(rawBodies), contentType: random.chance(0.5) ? null : random.pick(contentTypes) };
  if (kind < 0.95) return { ...plan, contentType: random.pick(contentTypes) };
  if (kind < 0.97 && plan.api === 'open') return { ...plan, signature: random.pick(signatureFaults) };
  if (kind < 0.98) return { ...plan, method: random.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE']) };
  return { ...plan, path: badPath(random, plan.path) };
}

function changed(random: Random, fields: Fields, change: (value: unknown) => unknown): Fields {
  if (fields.length === 0) return fields;
  const at = random.below(fields.length);
  return fields.map(([name, value], index) => (index === at ? [name, deep(random, value, change)] : [name, value]));
}

/** Changes a value, or possibly one inside it. */
function deep(random: Random, value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.5)) {
    const at = random.below(value.length);
    return value.map((one: unknown, index) => (index === at ? deep(random, one, change) : one));
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && random.chance(0.8)) {
    const entries = Object.entries(value);
    const at = random.below(entries.length);
    return Object.fromEntries(entries.map(([name, one], index) => [name, index === at ? deep(random, one, change) : (one as unknown)]));
  }
  return change(value);
}

/** Parts that are repeated, missing, too many, too large, or in another order. */
function shuffled(random: Random, { fields, files, carrier }: Plan): { fields: Fields; files: readonly FilePart[] } {
  const at = random.below(Math.max(1, fields.length));
  const value = hostileText(random);
  const some = fields[at] ?? (['a', 'b'] as const);
  switch (random.below(7)) {
    case 0:
      return { fields: [...fields, some], files };
    case 1:
      return { fields: fields.filter((_, index) => index !== at), files };
    case 2:
      return {
        fields: [...fields, [random.pick(['__proto__', 'constructor', 'extra', '', 'file', 'a[b]', 'toString', value]), value]],
        files,
      };
    case 3:
      return { fields, files: [...files, ...files, filePart(random, random.pick(['file', 'other', '']))] };
    case 4:
      return { fields, files: [] };
    case 5:
      return {
        fields: fields.map(([name, one], index) => [name, index === at && carrier !== 'query' ? 'x'.repeat(1_200_000) : one]),
        files,
      };
    default:
      return { fields: fields.toReversed(), files: files.toReversed() };
  }
}

export function filePart(random: Random, name: string, size = random.pick([0, 1, 64, 64, 3000, 200_000])): FilePart {
  return {
    name,
    filename: random.pick(['a.bin', '现场.mp3', '', '../../x', 'a"b.png', 'x'.repeat(300), null]),
    type: random.pick(['image/png', 'application/octet-stream', 'text/html', 'x', '']),
    bytes: random.bytes(size).toString('latin1'),
  };
}

function badPath(random: Random, path: string): string {
  return random.pick([
    `${path}/`,
    `${path}?`,
    `${path}?a=%zz&b=%ff`,
    `${path}?${'a=1&'.repeat(2000)}`,
    path.toUpperCase(),
    path.replace('/', '//'),
    `${path}/%2e%2e/x`,
    `${path}/..;/`,
    path.slice(0, -1),
    `${path}%00`,
    `${path}%ff`,
    `http://127.0.0.1${path}`,
    `/../${path}`,
    `${path}${'x'.repeat(3000)}`,
    `${path}#x`,
  ]);
}

export const bodyOf = (method: string): Carrier => (method === 'GET' ? 'query' : 'form');

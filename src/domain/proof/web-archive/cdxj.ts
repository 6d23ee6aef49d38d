import { compareBytes, utf8 } from '../../kit/bytes/bytes.ts';
import { parseUrl } from '../../kit/text/parse-url.ts';

/** Index entry of a response in the WARC. Hashes are `sha256:` and 64 lower-case hex digits. */
export interface IndexEntry {
  readonly url: string;
  /** Request method, for example `GET`. */
  readonly method: string;
  readonly at: Date;
  readonly status: number;
  /** Without parameters; `application/octet-stream` if the response had no type. */
  readonly mime: string;
  /** Hash of the body. */
  readonly digest: string;
  /** Hash of the uncompressed record including its header. */
  readonly recordDigest: string;
  /** Position of the record's gzip member in the WARC. */
  readonly offset: number;
  readonly length: number;
}

/** Formats the index of a WARC, one line per response, sorted by bytes. Source: CDXJ 0.1.0. */
export function formatIndex(entries: readonly IndexEntry[], filename: string): string {
  return entries
    .map((entry) => lineOf(entry, filename))
    .map((line) => ({ line, bytes: utf8(line) }))
    .sort((a, b) => compareBytes(a.bytes, b.bytes))
    .map(({ line }) => `${line}\n`)
    .join('');
}

function lineOf({ url, method, at, status, mime, digest, recordDigest, offset, length }: IndexEntry, filename: string): string {
  // Not named `recordDigest`, because ReplayWeb.page would then reject every record (decision 0046).
  // Replay looks up POST requests under a different URL than GET requests, so it needs the method.
  const json = { url, mime, status, digest, length, offset, filename, recordHash: recordDigest, ...(method === 'GET' ? {} : { method }) };
  return `${searchableUrl(url)} ${timestampOf(at)} ${JSON.stringify(json)}`;
}

/** For example `org,example,www)/index.html`. Source: CDXJ 0.1.0, Searchable URL. */
export function searchableUrl(url: string): string {
  const { hostname, port, pathname, search } = new URL(url);
  const host = hostname.startsWith('[') ? hostname : hostname.split('.').reverse().join(',');
  return `${host}${port === '' ? '' : `:${port}`})${pathname}${search}`.toLowerCase().replaceAll(' ', '%20');
}

/** For example `20260102030405`, UTC. */
function timestampOf(at: Date): string {
  return at.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14);
}

/** Position of a record according to the index. */
export interface IndexedRecord {
  readonly url: string;
  readonly offset: number;
  readonly length: number;
  readonly recordDigest: string;
}

/** The records that an index names; null for a text that `formatIndex` would not produce. */
export function parseIndex(text: string, filename: string): readonly IndexedRecord[] | null {
  if (text !== '' && !text.endsWith('\n')) return null;
  const lines = text.split('\n').slice(0, -1);
  const records = lines.map((line) => recordOf(line, filename));
  const isSorted = lines.every((line, at) => at === 0 || compareBytes(utf8(lines[at - 1] ?? ''), utf8(line)) <= 0);
  return isSorted && records.every((record) => record !== null) ? records.filter((record) => record !== null) : null;
}

function recordOf(line: string, filename: string): IndexedRecord | null {
  const [, key, json] = /^(\S+) \d{14} (\{.*\})$/.exec(line) ?? [];
  const fields = json === undefined ? null : parseObject(json);
  if (!fields) return null;
  const { url, offset, length, recordHash: recordDigest, filename: file } = fields;
  if (typeof url !== 'string' || parseUrl(url) === null || searchableUrl(url) !== key || file !== filename) return null;
  if (!isCount(offset) || !isCount(length) || typeof recordDigest !== 'string' || !hash.test(recordDigest)) return null;
  return { url, offset, length, recordDigest };
}

function parseObject(json: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null; // JSON.parse reports invalid JSON only by throwing.
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

const hash = /^sha256:[0-9a-f]{64}$/;

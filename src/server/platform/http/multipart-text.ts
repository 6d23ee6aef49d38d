import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { EventEmitter } from 'node:events';
import { legible } from '../../../contract/open/faults.ts';
import { assertJson, BrokenBody, charsetOf, percentBytes, readName, readText, transferEncoding, UnreadableText } from './body-text.ts';

/** Options of the multipart parser that leave the bytes of fields as they are; `partsOf` decodes them. */
export const rawFields = { defCharset: 'latin1' };

/**
 * Yields the parts of a multipart body, with names and fields decoded by the charset of the part, else of the body.
 * @throws UnreadableText, BrokenBody if the body is malformed or truncated
 */
export async function* partsOf(
  request: FastifyRequest,
  options?: Parameters<FastifyRequest['parts']>[0],
): AsyncGenerator<Multipart, void, undefined> {
  const charset = charsetOf(request.headers['content-type']);
  const seen: Seen = { parts: 0, bytes: 0 };
  rewriteHeads(request, charset ?? 'utf-8', seen);
  try {
    for await (const part of request.parts(options)) {
      if (part.type === 'field') part.value = fieldOf(part);
      yield part;
    }
  } catch (error) {
    throw isOfForm(error) ? new BrokenBody(formWords(request.headers['content-type'] ?? '', seen)) : error;
  }
}

/** What has come of a body. */
interface Seen {
  parts: number;
  bytes: number;
}

/** The parser's errors without a status are about the body's form; those of its limits have their own. */
export function isOfForm(error: unknown): boolean {
  return error instanceof Error && !('statusCode' in error) && !('code' in error);
}

function formWords(contentType: string, { parts, bytes }: Seen): string {
  const boundary = boundaryOf(contentType);
  if (!boundary) return 'Content-Type: names no boundary; multipart/form-data; boundary=… is expected, as the body is delimited';
  return parts === 0
    ? `the body: has no part behind a line --${legible(boundary)}, as its Content-Type names the boundary (${bytes} bytes were read)`
    : `the body: ends after ${bytes} bytes, in part ${parts} or behind it, without the line --${legible(boundary)}-- that ends it`;
}

function boundaryOf(contentType: string): string {
  const found = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;]*))/i.exec(contentType);
  return found?.[1] ?? found?.[2] ?? '';
}

type Field = Extract<Multipart, { type: 'field' }>;

function fieldOf({ fieldname, value, encoding, mimetype, valueTruncated }: Field): unknown {
  if (valueTruncated) throw Object.assign(new Error(`${fieldname}: is too long`), { statusCode: 413 });
  const text = readText(Buffer.from(String(value), 'latin1'), encoding, fieldname);
  if (mimetype !== jsonField) return text;
  assertJson(text, fieldname);
  return JSON.parse(text) as unknown;
}

/** The type under which JSON fields pass the parser, which would read the bytes of `application/json` as they are. */
const jsonField = 'text/json';

type Head = Record<string, string[]>;

/**
 * The parser reads only some spellings of a part's head, and replaces what is not UTF-8. Each head is rewritten before the parser reads it.
 * The parser passes the transfer encoding of a field on without using it, so it takes the charset along.
 */
function rewriteHeads(request: FastifyRequest, charset: string, seen: Seen): void {
  const { raw } = request;
  const { pipe } = raw;
  raw.pipe = function watched<To extends NodeJS.WritableStream>(to: To, options?: { end?: boolean }): To {
    raw.pipe = pipe;
    const heads = (Reflect.get(to, '_parser') as { readonly parser: EventEmitter } | undefined)?.parser;
    raw.on('data', ({ length }: Buffer) => {
      seen.bytes += length;
    });
    heads?.prependListener('part', (part: EventEmitter) => {
      seen.parts += 1;
      part.once('header', (head: Head) => {
        try {
          rewriteHead(head, charset);
        } catch (error) {
          // The part is skipped, and the body refused.
          delete head['content-disposition'];
          to.emit('error', error);
        }
      });
    });
    return pipe.call(raw, to, options) as To;
  };
}

function rewriteHead(head: Head, charset: string): void {
  const disposition = head['content-disposition']?.[0];
  if (disposition === undefined) return;
  assertPlain(head);
  const { kind, name, filename } = readDisposition(disposition);
  head['content-disposition'] = [
    [
      kind,
      ...(name === undefined ? [] : [`name=${quoted(name)}`]),
      ...(filename === undefined ? [] : [`filename=${quoted(filename)}`]),
    ].join('; '),
  ];
  const type = head['content-type']?.[0] ?? 'text/plain';
  if (filename !== undefined) return;
  // Without the charset, which the parser would apply itself.
  head['content-type'] = [/^\s*application\/json\s*(;|$)/i.test(type) ? jsonField : (type.split(';', 1)[0] ?? '')];
  head['content-transfer-encoding'] = [charsetOf(type) ?? charset];
}

/** RFC 7578, 4.7: bytes are sent as they are. A part in base64 would be preserved as its letters, under another hash. */
function assertPlain(head: Head): void {
  const encoding = (head['content-transfer-encoding']?.[0] ?? 'binary').trim();
  if (/^(?:7bit|8bit|binary)?$/i.test(encoding)) return;
  const given = encoding.slice(0, 40);
  throw new UnreadableText(
    415,
    given,
    transferEncoding,
    `the body: ${transferEncoding} ${given} is not accepted; send the bytes as they are`,
  );
}

function quoted(text: string): string {
  return `"${Buffer.from(text.replaceAll(/["\\]/g, '\\$&')).toString('latin1')}"`;
}

/**
 * Reads the disposition of a part, given as bytes. The name of its file is that of `filename*` (RFC 8187) if it has one; otherwise encoded
 * words (RFC 2047) are read, and `%22` is a quotation mark, as browsers write it.
 */
export function readDisposition(bytes: string): { kind: string; name?: string; filename?: string } {
  const text = readName(Buffer.from(bytes, 'latin1'), 'Content-Disposition');
  // The sender has decoded it wrongly already.
  if (text.includes('\ufffd')) throw new UnreadableText(400, 'utf-8', 'Content-Disposition');
  const given = new Map<string, string>();
  for (const [, key = '', inQuotes, plain = ''] of text.matchAll(parameter))
    if (!given.has(key.toLowerCase())) given.set(key.toLowerCase(), inQuotes?.replaceAll(/\\(["\\])/g, '$1') ?? plain.trim());
  const name = given.get('name');
  const isExtended = [...given.keys()].some((key) => key.startsWith('filename*'));
  const filename = (isExtended ? extended(given.get('filename*') ?? continued(given)) : undefined) ?? given.get('filename');
  if (isExtended && !filename) throw new UnreadableText(400, 'utf-8', 'Content-Disposition', 'filename*: cannot be read; send UTF-8');
  // The parser would not find the part.
  if (/[\r\n]/.test(filename ?? '')) throw new UnreadableText(400, 'utf-8', 'Content-Disposition', 'filename: contains control characters');
  return {
    kind: (text.split(';', 1)[0] ?? '').trim(),
    ...(name === undefined ? {} : { name: name.replaceAll(/%22/g, '"') }),
    ...(filename === undefined ? {} : { filename: isExtended ? filename : encodedWords(filename).replaceAll('%22', '"') }),
  };
}

/**
 * A quoted value ends at the quotation mark before the next parameter, because some programs do not escape the others. No two ways read the
 * same characters, so that reading takes no longer than they are many.
 */
const parameter =
  /;\s*([\w!#$&+.^`|~-]+(?:\*\d*\*?)?)\s*=\s*(?:"((?:\\\\|\\"(?!\s*(?:;|$))|\\(?!\\|"(?!\s*(?:;|$)))|[^"\\]|"(?!\s*(?:;|$)))*)"|([^;]*))/g;

/** The value of a parameter as of RFC 8187, `UTF-8''%E5%90%88`; undefined if it is none, or empty. */
function extended(value: string | undefined): string | undefined {
  const found = /^([\w.:-]+)'[\w-]*'(.+)$/s.exec(value ?? '');
  if (found === null) return undefined;
  // symfony/symfony#41249: quotes, which a value of this form never needs, within it.
  const [charset = '', text = ''] = [found[1], found[2]?.replace(/^"(.+)"$/s, '$1')];
  // jshttp/content-disposition#15: some programs leave the letters as they are.
  if (/[^ -~]/.test(text)) return text;
  const bytes = percentBytes(text);
  // RFC 8187 has this charset beside UTF-8. Here it was chosen for the one name.
  if (/^iso-8859-1$/i.test(charset)) return bytes.toString('latin1');
  return decodedOr(undefined, () => readText(bytes, charset));
}

/** The parts of a long parameter, `filename*0*=…; filename*1*=…` (RFC 2231), joined. */
function continued(given: ReadonlyMap<string, string>): string | undefined {
  const parts: string[] = [];
  for (let part = given.get('filename*0*') ?? given.get('filename*0'); part !== undefined; ) {
    parts.push(part);
    part = given.get(`filename*${parts.length}*`) ?? given.get(`filename*${parts.length}`);
  }
  if (parts.length === 0) return undefined;
  return given.has('filename*0*') ? parts.join('') : `UTF-8''${encodeURIComponent(parts.join(''))}`;
}

/** Reads encoded words; blanks between two of them fall away. What is none stays. */
function encodedWords(text: string): string {
  const run = /=\?[\w.:-]+(?:\*[\w-]+)?\?[bq]\?[ ->@-~]*\?=(?:\s+(?==\?))?/gi;
  return text.replaceAll(run, (word) => {
    const [, charset = '', , way = '', content = ''] = /^=\?([\w.:-]+)(\*[\w-]+)?\?([bq])\?([^?]*)/i.exec(word) ?? [];
    const bytes =
      way.toLowerCase() === 'b' ? Buffer.from(content, 'base64') : percentBytes(content.replaceAll('_', ' ').replaceAll('=', '%'));
    return decodedOr(word, () => readText(bytes, charset));
  });
}

function decodedOr<Else>(otherwise: Else, decode: () => string): string | Else {
  try {
    return decode();
  } catch {
    return otherwise;
  }
}

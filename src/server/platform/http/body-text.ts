import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parse } from 'node:querystring';
import { legible } from '../../../contract/open/faults.ts';
import { jsonFault } from '../../../domain/kit/text/json-fault.ts';

/*
 * The one place where bytes of a body become text. What cannot be read is refused, because a replacement character would stay in evidence
 * and certificates for ever.
 */

/** Text that cannot be read: of a charset that is not decoded (415), or bytes that are not of their charset (400). */
export class UnreadableText extends Error {
  override name = 'UnreadableText';

  constructor(
    readonly statusCode: 400 | 415,
    /** The charset that was declared, or UTF-8. */
    readonly charset: string,
    /** What is unreadable, such as the name of a field. */
    readonly place = 'the body',
    message = statusCode === 415
      ? `${place}: the charset ${charset} is not accepted; send UTF-8`
      : `${place}: is not valid ${charset.toUpperCase()}; send UTF-8`,
  ) {
    super(message);
  }
}

/** A body, or a field, of another form than its type has. */
export class BrokenBody extends Error {
  override name = 'BrokenBody';
  readonly statusCode = 400;
}

/** The place of a part whose bytes are encoded once more. */
export const transferEncoding = 'Content-Transfer-Encoding';

/** Decodes bytes by their declared charset, UTF-8 if there is none. A byte order mark is taken off. @throws UnreadableText */
export function readText(bytes: Uint8Array, charset = 'utf-8', place?: string): string {
  const label = charset.trim().toLowerCase().slice(0, 40);
  const encoding = encodingOf(label);
  // Java clients declare ISO-8859-1 for texts that are ASCII. Anything else in it is rather UTF-8 or GBK under a wrong name.
  const isKnown = encoding !== null && (decoded.includes(encoding) || (encoding === 'windows-1252' && bytes.every((byte) => byte < 0x80)));
  if (!isKnown) throw new UnreadableText(415, label, place);
  if (encoding !== 'utf-8' && isRatherUtf8(bytes))
    throw new UnreadableText(400, label, place, `${place ?? 'the body'}: is UTF-8, and not ${label.toUpperCase()} as declared`);
  const text = textIn(bytes, encoding);
  if (text === undefined) throw new UnreadableText(400, label, place);
  if (encoding !== 'utf-8' && undefinedThere.test(text))
    throw new UnreadableText(
      400,
      label,
      place,
      `${place ?? 'the body'}: has characters that ${label.toUpperCase()} does not define; send UTF-8`,
    );
  return text;
}

/** Undefined for bytes that are not of the encoding. */
function textIn(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * What decoders give for the bytes that a charset leaves to its users: Big5 has characters of Hong Kong there (HKSCS), which this decoder
 * does not know. Source: nodejs/node#40091.
 */
const undefinedThere = /[\p{Co}\ufffd\x80-\x9f]/u;

/**
 * Whether bytes are UTF-8 with a character of three bytes or more. A text of another charset is that by chance only if it has none but
 * rare characters.
 */
function isRatherUtf8(bytes: Uint8Array): boolean {
  return /[\u0800-\u{10ffff}]/u.test(textIn(bytes, 'utf-8') ?? '');
}

/**
 * Decodes a name whose charset cannot be declared: UTF-8, else GB18030, which Chinese Windows sends. Bytes that are rare characters there,
 * and common ones of Big5 or Shift_JIS, are not guessed, nor is UTF-8 that was cut or damaged. @throws UnreadableText
 */
export function readName(bytes: Uint8Array, place: string): string {
  const name = textIn(bytes, 'utf-8');
  if (name !== undefined) return name;
  const latin1 = Buffer.from(bytes).toString('latin1');
  const other = isBrokenUtf8(latin1) ? undefined : textIn(bytes, 'gb18030');
  if (other !== undefined) assertToldApart(latin1, place);
  if (other === undefined || undefinedThere.test(other)) throw new UnreadableText(400, 'utf-8', place);
  return other;
}

/**
 * Whether bytes, given as Latin-1, are characters of UTF-8 but for a few: a program that limits names to some number of bytes cuts the last
 * one, and older Java and databases write half pairs (CESU-8).
 */
function isBrokenUtf8(bytes: string): boolean {
  const above = bytes.replaceAll(/\p{ASCII}/gu, '');
  const rest = above.replaceAll(/[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g, '');
  const characters = above.length - rest.length;
  // Random names in GB 2312 look like that about one time in ten thousand.
  return rest.length <= 3 && characters >= 6 && characters > 2 * rest.length;
}

function assertToldApart(bytes: string, place: string): void {
  const other = commonIn('[\\xa1-\\xa9\\xb0-\\xf7][\\xa1-\\xfe]').test(bytes)
    ? undefined
    : Object.entries(foreign).find(([, pairs]) => commonIn(pairs).test(bytes))?.[0];
  if (other === undefined) return;
  throw new UnreadableText(400, 'gb18030', place, `${place}: its charset may be GB18030 or ${other}; send UTF-8, or filename* (RFC 8187)`);
}

/** Whether bytes, given as Latin-1, are only ASCII and pairs of these kinds. */
function commonIn(pairs: string): RegExp {
  return new RegExp(`^(?:[\\x00-\\x7f]|${pairs})*$`);
}

/** The pairs of bytes of common characters: punctuation and the first level of Big5; kana and the first level of JIS X 0208. */
const foreign = {
  Big5: '[\\xa1-\\xc6][\\x40-\\x7e\\xa1-\\xfe]',
  Shift_JIS: '[\\x81-\\x83\\x88-\\x98][\\x40-\\x7e\\x80-\\xfc]',
};

const decoded = ['utf-8', 'gb18030', 'big5'];

/** GBK and GB 2312 are read as GB 18030, which has all of their characters, where the decoder of GBK has private-use ones for some. */
function encodingOf(label: string): string | null {
  try {
    const { encoding } = new TextDecoder(label);
    return encoding === 'gbk' ? 'gb18030' : encoding;
  } catch {
    return null;
  }
}

/** The charset that a Content-Type declares. */
export function charsetOf(contentType: string | undefined): string | undefined {
  const found = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;]*))/i.exec(contentType ?? '');
  return found?.[1] ?? found?.[2] ?? found?.[3];
}

/** Parses JSON bodies. */
export function readJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const text = readText(body as Buffer, charsetOf(request.headers['content-type']));
      assertJson(text, 'the body');
      void parseJson(request, text, (error, value) => done(error && new BrokenBody('the body: has a key that no object may have'), value));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Refuses what is no JSON, and a key that an object has twice. @throws BrokenBody */
export function assertJson(text: string, place: string): void {
  const fault = jsonFault(text);
  if (fault) throw new BrokenBody(`${legible(fault.path) || place}: ${fault.message}`);
}

/** Parses forms. Escapes are bytes of the form's charset, as browsers write them. */
export function readForms(app: FastifyInstance, bodyLimit: number): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer', bodyLimit }, (request, body, done) => {
    const charset = charsetOf(request.headers['content-type']);
    try {
      done(null, parseForm(body as Buffer, charset));
    } catch (error) {
      done(error as Error);
    }
  });
}

function parseForm(body: Buffer, charset: string | undefined): Record<string, unknown> {
  let fault: unknown = null;
  const decodeURIComponent = (text: string): string => {
    try {
      return readText(percentBytes(text), charset);
    } catch (error) {
      // The parser would ignore what is thrown here.
      fault ??= error;
      return '';
    }
  };
  const fields = parse(body.toString('latin1'), '&', '=', { maxKeys: 0, decodeURIComponent });
  if (fault !== null) throw fault as Error;
  return fields;
}

/** Refuses a query whose escapes are not UTF-8: a parser would keep them as they are, and nothing would be found. @throws UnreadableText */
export async function assertQuery({ url }: FastifyRequest): Promise<void> {
  const [, ...query] = url.split('?');
  readText(percentBytes(query.join('?')), undefined, 'the query');
}

/** The bytes of a text in Latin-1, with its percent escapes read. */
export function percentBytes(text: string): Buffer {
  const read = (_escape: string, hex: string): string => String.fromCodePoint(Number.parseInt(hex, 16));
  return Buffer.from(text.replaceAll(/%([0-9a-f]{2})/gi, read), 'latin1');
}

import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { fileName } from '../../../contract/open/fields.ts';
import { unknownField, type InputFault } from '../../../contract/open/faults.ts';
import { StorageError, type ObjectStore, type StoredObject } from '../../platform/storage/store.ts';
import { assertDeclared, assertMultipart, fieldRecord, givenTwice, noFile, readableFile } from './parts.ts';
import { partsOf } from '../../platform/http/multipart-text.ts';
import { IntakeRefusal } from './refusal.ts';
import { createSm3 } from '../../custody/evidence/sm3.ts';
import type { Sm3 } from '../../custody/evidence/sm3-pool.ts';

/** The file of a multipart body, not read yet. It may have any size, and is never held in memory as a whole. */
export interface IncomingFile {
  /** Name (empty if not given) and media type as sent by the client. Untrusted. */
  readonly name: string;
  readonly mediaType: string;
  /** The Content-Length of the whole body; null if there is none. */
  readonly bodyBytes: number | null;
  /**
   * Streams the file into the store; can be called once. Resolves when the file is durable and the whole body matched its signed hash.
   * `judge` is called with the complete file before it is committed; if it throws, nothing is stored. `watch` gets each chunk first.
   * @throws IntakeRefusal 413 if too large; 400 if empty, followed by another part, or if its hash differs from `expectedSha256`.
   */
  store(expectedSha256?: string, judge?: (file: StoredUpload) => Promise<void>, watch?: (chunk: Buffer) => void): Promise<StoredUpload>;
}
export interface StoredUpload {
  readonly sha256: string;
  readonly sm3: string;
  readonly sizeBytes: number;
}

export interface StreamedBody {
  readonly fields: Record<string, unknown>;
  readonly faults: readonly InputFault[];
  /** Null if the body has none, which is one of the faults. */
  readonly file: IncomingFile | null;
  /** Reads the rest of the body; must be called whatever the call's outcome. @throws IntakeRefusal if the rest is invalid. */
  finish(): Promise<void>;
}
export interface StreamedPart {
  readonly name: string;
  readonly maxBytes: number;
  readonly put: ObjectStore['put'];
  /** Called once after the last byte. @throws IntakeRefusal if the body does not match its signed hash. */
  bodyEnded(): Promise<void>;
}

/** Reads a multipart body up to its file, which must be its last part. @throws IntakeRefusal */
export async function openStreamedBody(request: FastifyRequest, { name, maxBytes, put, bodyEnded }: StreamedPart): Promise<StreamedBody> {
  assertMultipart(request);
  assertDeclared(request, maxBytes, name);
  // The parser allows one byte over the limit, so that the store notices that the file is too large.
  const parts = partsOf(request, { limits: { files: 2, fileSize: maxBytes + 1 } });
  const { fields, found, faults } = await readFields(parts, name);
  // A part without `filename` has none, despite its type.
  const named = fileName.safeParse((found?.filename as string | undefined) ?? '');
  if (!named.success) faults.push(...named.error.issues.map(({ message }) => ({ field: 'filename', message })));
  let ended: Promise<void> | null = null;
  const finish = (): Promise<void> => (ended ??= drain(found, parts).then(bodyEnded));
  return {
    fields,
    faults,
    finish,
    file: found && {
      name: named.data ?? '',
      mediaType: found.mimetype,
      bodyBytes: request.headers['content-length'] === undefined ? null : Number(request.headers['content-length']),
      store: (expectedSha256, judge, watch) =>
        storeFile(put, readableFile(found.file), { name, maxBytes, expectedSha256, ended: finish, judge, watch }),
    },
  };
}

async function readFields(
  parts: AsyncIterator<Multipart>,
  name: string,
): Promise<{ fields: Record<string, unknown>; found: MultipartFile | null; faults: InputFault[] }> {
  const fields = fieldRecord<unknown>();
  const faults: InputFault[] = [];
  for (;;) {
    const { done, value: part } = await parts.next();
    if (done) {
      if (!faults.some(({ field }) => field === name)) faults.push({ field: name, message: 'is missing' });
      return { fields, found: null, faults };
    }
    if (part.type === 'file') {
      if (part.fieldname !== name) faults.push(unknownField(part.fieldname, name, 'file'));
      return { fields, found: part, faults };
    }
    if (part.fieldname in fields) faults.push(givenTwice(part.fieldname));
    if (part.fieldname === name) faults.push(noFile(name));
    else fields[part.fieldname] = part.value;
  }
}

/**
 * Reads the body to its end, because an unread body would block the connection. @throws IntakeRefusal if a part follows the file.
 */
async function drain(file: MultipartFile | null, parts: AsyncIterator<Multipart>): Promise<void> {
  file?.file.resume();
  let behind: string | null = null;
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    behind ??= next.value.fieldname;
    if (next.value.type === 'file') next.value.file.resume();
  }
  if (behind !== null && file) throw new IntakeRefusal(400, 'malformed', `${behind}: comes behind the file, which must be the last part`);
}

export interface FileToStore {
  /** The name of the file's field, for the message of a refusal. */
  readonly name: string;
  readonly maxBytes: number;
  readonly expectedSha256?: string | undefined;
  /** Called after the last byte. @throws IntakeRefusal if the body does not match its signed hash. */
  ended?(): Promise<void>;
  readonly judge?: ((file: StoredUpload) => Promise<void>) | undefined;
  readonly watch?: ((chunk: Buffer) => void) | undefined;
}

/** Streams a file into the store and hashes it on the way, as described at `IncomingFile.store`. @throws IntakeRefusal 413, 400 */
export async function storeFile(
  put: ObjectStore['put'],
  source: AsyncIterable<Buffer>,
  { name, maxBytes, expectedSha256, ended, judge, watch }: FileToStore,
): Promise<StoredUpload> {
  let sm3Hex = '';
  // Called before the object is committed, so that nothing of a refused file remains in the store.
  const approve = async (object: StoredObject): Promise<void> => {
    await ended?.();
    if (object.sizeBytes === 0) throw new IntakeRefusal(400, 'malformed', `${name}: is empty`);
    sm3Hex = await sm3.digest();
    await judge?.({ ...object, sm3: sm3Hex });
  };
  const options = { maxBytes, approve, ...(expectedSha256 === undefined ? {} : { expectedSha256 }) };
  const sm3 = createSm3();
  try {
    const stored = await put(hashed(source, sm3, watch), options).catch((error: unknown) =>
      Promise.reject(refusalOf(error, name, maxBytes)),
    );
    return { ...stored, sm3: sm3Hex };
  } finally {
    sm3.close();
  }
}

async function* hashed(source: AsyncIterable<Buffer>, sm3: Sm3, watch?: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    watch?.(chunk);
    await sm3.update(chunk);
    yield chunk;
  }
}

function refusalOf(error: unknown, name: string, maxBytes: number): unknown {
  if (!(error instanceof StorageError) || error.kind === 'missing') return error;
  if (error.kind === 'too_large') return new IntakeRefusal(413, 'too_large', `${name}: is larger than ${maxBytes} bytes`);
  return new IntakeRefusal(400, 'malformed', `sha256: is not the hash of the ${name}`);
}

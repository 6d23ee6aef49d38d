import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { IntakeRefusal } from './refusal.ts';

export const pictureBytes = 10 * 1024 * 1024;

/**
 * Reads a multipart body of fields and small pictures, to its end even if it is refused, because an unread body would block the connection.
 */
export async function readPictures(
  request: FastifyRequest,
  names: readonly string[],
): Promise<{ fields: Record<string, unknown>; pictures: Record<string, Buffer> }> {
  assertMultipart(request);
  const fields = fieldRecord<unknown>();
  const pictures = fieldRecord<Buffer>();
  let fault: IntakeRefusal | null = null;
  for await (const part of readableParts(request)) {
    const name = part.fieldname;
    if (name in fields || name in pictures) fault ??= givenTwice(name);
    if (part.type === 'field') fields[name] = part.value;
    else if (fault || !names.includes(name)) {
      part.file.resume();
      fault ??= new IntakeRefusal(400, 'malformed', `${name}: is not a picture of this call`);
    } else {
      pictures[name] = await buffer(readableFile(part.file));
      if (part.file.truncated) fault = new IntakeRefusal(413, 'too_large', `${name}: is larger than ${pictureBytes} bytes`);
    }
  }
  if (fault) throw fault;
  return { fields, pictures };
}

/** Yields the parts of a body. @throws IntakeRefusal 400 if the body is malformed or truncated, which is the sender's error. */
export async function* readableParts(
  request: FastifyRequest,
  options?: Parameters<FastifyRequest['parts']>[0],
): AsyncGenerator<Multipart, void, undefined> {
  try {
    yield* request.parts(options);
  } catch (error) {
    throw unreadable(error);
  }
}

/** Yields a part's bytes. A reader that stops early does not destroy the connection. @throws IntakeRefusal 400 as `readableParts`. */
export async function* readableFile(file: Readable): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (error) {
    throw unreadable(error);
  }
}

/** The parser's errors without a status are about the body's form and become 400; those of its limits have their own status. */
function unreadable(error: unknown): unknown {
  const isOfForm = error instanceof Error && !('statusCode' in error) && !('code' in error);
  return isOfForm ? new IntakeRefusal(400, 'malformed', 'the body cannot be read') : error;
}

export function assertMultipart(request: FastifyRequest): void {
  if (!request.isMultipart()) throw new IntakeRefusal(415, 'type', 'multipart/form-data is expected');
}

/** A record without a prototype, because a field may have any name. */
export function fieldRecord<Value>(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>;
}

export function givenTwice(name: string): IntakeRefusal {
  return new IntakeRefusal(400, 'malformed', `${name}: was given twice`);
}

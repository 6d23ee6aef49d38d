import type { FastifyRequest } from 'fastify';
import { buffer } from 'node:stream/consumers';
import { IntakeRefusal } from './refusal.ts';

export const pictureBytes = 10 * 1024 * 1024;

/**
 * Reads a multipart body of fields and small pictures, to its end whatever is wrong with it: half a body left unread would hold the
 * connection.
 */
export async function readPictures(
  request: FastifyRequest,
  names: readonly string[],
): Promise<{ fields: Record<string, unknown>; pictures: Record<string, Buffer> }> {
  assertMultipart(request);
  const fields = fieldRecord<unknown>();
  const pictures = fieldRecord<Buffer>();
  let fault: IntakeRefusal | null = null;
  for await (const part of request.parts()) {
    const name = part.fieldname;
    if (name in fields || name in pictures) fault ??= givenTwice(name);
    if (part.type === 'field') fields[name] = part.value;
    else if (fault || !names.includes(name)) {
      part.file.resume();
      fault ??= new IntakeRefusal(400, 'malformed', `${name}: is not a picture of this call`);
    } else {
      pictures[name] = await buffer(part.file);
      if (part.file.truncated) fault = new IntakeRefusal(413, 'too_large', `${name}: is larger than ${pictureBytes} bytes`);
    }
  }
  if (fault) throw fault;
  return { fields, pictures };
}

export function assertMultipart(request: FastifyRequest): void {
  if (!request.isMultipart()) throw new IntakeRefusal(415, 'type', 'multipart/form-data is expected');
}

/** Without a prototype: a field may be called anything. */
export function fieldRecord<Value>(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>;
}

export function givenTwice(name: string): IntakeRefusal {
  return new IntakeRefusal(400, 'malformed', `${name}: was given twice`);
}

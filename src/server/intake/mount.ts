import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import type { z } from 'zod';
import type { IntakeCall } from '../../contract/intake.ts';
import type { Database } from '../db/database.ts';
import type { Actor } from '../trail/trail.ts';
import { IntakeRefusal } from './refusal.ts';
import { BodyHash, verifySignature, type IntakeClient } from './signature.ts';

export interface IntakeRequest<C extends IntakeCall> {
  readonly body: z.output<C['body']>;
  readonly params: Readonly<Record<string, string>>;
  /** Picture parts by field name; empty for JSON calls. */
  readonly pictures: Readonly<Record<string, Buffer>>;
  readonly client: IntakeClient;
  readonly actor: Actor;
}
export type IntakeHandlers<Calls extends Record<string, IntakeCall>> = {
  readonly [Name in keyof Calls]: (request: IntakeRequest<Calls[Name]>) => Promise<z.input<Calls[Name]['output']>>;
};

/** Mounts the signed calls of the intake: signature, body and its hash, handler, plain JSON. */
export async function mountIntake<Calls extends Record<string, IntakeCall>>(
  app: FastifyInstance,
  calls: Calls,
  handlers: IntakeHandlers<Calls>,
  db: Database,
): Promise<void> {
  app.removeContentTypeParser('text/plain');
  await app.register(multipart, { throwFileSizeLimit: false, limits: { fieldSize: 10_000, fields: 20, files: 6, fileSize: pictureBytes } });
  app.setErrorHandler(async (error, request, reply) => {
    const { status, code, message } = explain(error);
    if (status === 500) request.log.error({ err: error }, 'fault');
    return reply.status(status).send({ error: { code, message: status === 500 ? `internal error, request ${request.id}` : message } });
  });
  const signed = new WeakMap<FastifyRequest, { client: IntakeClient; contentSha256: string; hash: BodyHash }>();

  // The signature is judged before a byte of the body is read, the body's hash once all of it was.
  app.addHook('preParsing', async (request, _reply, payload) => {
    const { client, contentSha256 } = await verifySignature(db, { method: request.method, target: request.url, headers: request.headers }, new Date());
    const hash = new BodyHash();
    signed.set(request, { client, contentSha256, hash });
    payload.on('error', (error) => hash.destroy(error));
    const hashed = payload.pipe(hash);
    // A JSON body is read from behind the hash; the multipart parser reads the request itself.
    if ((request.headers['content-type'] ?? '').startsWith('multipart/')) hash.resume();
    return hashed;
  });

  for (const [name, call] of Object.entries(calls)) {
    const handle = handlers[name] as unknown as (request: IntakeRequest<IntakeCall>) => Promise<unknown>;
    app.route({
      method: call.method,
      url: call.path,
      async handler(request) {
        const signature = signed.get(request);
        if (!signature) throw new Error('the signature hook did not run');
        const { client, contentSha256, hash } = signature;
        if (call.caller === 'platform' && client.kind !== 'platform') throw new IntakeRefusal(403, 'forbidden', 'this call is for platform clients');
        const { fields, pictures } = call.pictures ? await readParts(request, call.pictures) : { fields: request.body ?? {}, pictures: {} };
        if (request.method !== 'GET') {
          await finished(hash);
          hash.assert(contentSha256);
        }
        const parsed = call.body.safeParse(fields);
        if (!parsed.success) {
          const issue = parsed.error.issues[0];
          throw new IntakeRefusal(400, 'malformed', `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'malformed'}`);
        }
        const actor: Actor = { kind: 'client', id: client.appId, name: client.name, ip: request.ip };
        return handle({ body: parsed.data, params: request.params as Record<string, string>, pictures, client, actor });
      },
    });
  }
}

const pictureBytes = 10 * 1024 * 1024;

async function readParts(request: FastifyRequest, names: readonly string[]): Promise<{ fields: Record<string, unknown>; pictures: Record<string, Buffer> }> {
  if (!request.isMultipart()) throw new IntakeRefusal(415, 'type', 'multipart/form-data is expected');
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const pictures: Record<string, Buffer> = Object.create(null) as Record<string, Buffer>;
  let fault: IntakeRefusal | null = null;
  // The body is read to its end whatever is wrong with it: half a body left unread would hold the connection.
  for await (const part of request.parts()) {
    const name = part.fieldname;
    if (name in fields || name in pictures) fault ??= new IntakeRefusal(400, 'malformed', `${name}: was given twice`);
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

function explain(error: unknown): { status: number; code: string; message: string } {
  if (error instanceof IntakeRefusal) return error;
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return { status, code: 'too_large', message: 'the body is too large' };
  if (status === 415) return { status, code: 'type', message: 'application/json is expected' };
  if (status >= 400 && status < 500) return { status: 400, code: 'malformed', message: 'the body cannot be read' };
  return { status: 500, code: 'fault', message: '' };
}

import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { finished } from 'node:stream/promises';
import type { z } from 'zod';
import type { IntakeCall } from '../../../contract/open/call.ts';
import { faultMessage, type InputFault, noFields, readFields } from '../../../contract/open/faults.ts';
import { textPathIn, unstorableIn } from '../../../domain/kit/text/storable.ts';
import { typedNumber } from '../../../domain/kit/text/typed.ts';
import type { CallRecorder } from '../../desk/call-records/recorder.ts';
import type { Actor } from '../../desk/trail/trail.ts';
import type { Database } from '../../platform/db/database.ts';
import { dropEmptyBody } from '../../platform/http/body-headers.ts';
import { readJson } from '../../platform/http/body-text.ts';
import { onDraining } from '../../platform/http/drain.ts';
import { callerAddress } from '../../platform/http/limits/address.ts';
import { endOfBody, hasBody } from '../../platform/http/limits/body-end.ts';
import { callCounter, TooMany } from '../../platform/http/limits/call-counter.ts';
import { isClientDisconnect } from '../../platform/http/limits/client-disconnect.ts';
import { setRetryAfter, uploadSlots } from '../../platform/http/limits/upload-slots.ts';
import { rawFields } from '../../platform/http/multipart-text.ts';
import { logFault, noteCall } from '../../platform/http/observed/call-facts.ts';
import { methodsOf } from '../../platform/http/request-target.ts';
import { askedBy } from '../../platform/runtime/asker.ts';
import { onClosed } from '../../platform/runtime/on-closed.ts';
import { StorageSilence } from '../../platform/storage/put-with-timeout.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';
import { watchCredentials } from './credential-watch.ts';
import { explain, explainEnd } from './explain.ts';
import { type IncomingFile, openStreamedBody } from './incoming-file.ts';
import { pictureBytes, readPictures } from './parts.ts';
import { isRawAnswer, type RawAnswer } from './raw-answer.ts';
import { type NoteRefusal, recordCalls } from './record-calls.ts';
import { IntakeRefusal } from './refusal.ts';
import { BodyHash, credentialFinder, type IntakeClient, signatureVerifier } from './signature.ts';

export interface IntakeRequest<C extends IntakeCall> {
  readonly body: z.output<C['body']>;
  /** The query, for a call that declares one. */
  readonly query: C extends { readonly query: infer Query extends z.ZodType } ? z.output<Query> : undefined;
  readonly params: Readonly<Record<string, string>>;
  /** Picture parts by field name; empty for JSON calls. */
  readonly pictures: Readonly<Record<string, Buffer>>;
  /** The streamed file, for a call that declares one. The body's hash is not checked until the file is stored. */
  readonly file: C extends { readonly file: string } ? IncomingFile : null;
  readonly client: IntakeClient;
  readonly actor: Actor;
  /** For a call that waits: a signal aborted when its client disconnects or the server stops. */
  readonly leaving: () => AbortSignal;
}
export type IntakeHandlers<Calls extends Record<string, IntakeCall>> = {
  readonly [Name in keyof Calls]: (
    request: IntakeRequest<Calls[Name]>,
  ) => Promise<Calls[Name] extends { readonly media: string } ? RawAnswer : z.input<Calls[Name]['output']>>;
};
export interface IntakeDeps {
  readonly db: Database;
  readonly put: ObjectStore['put'];
  /** The size limit of a streamed file. */
  readonly maxFileBytes: number;
  /**
   * Limits of one client's signed calls and of its concurrent bodies; 0 means no limit. Counted after the signature is verified, so that
   * nobody can use up another client's limit.
   */
  readonly ratePerMinute: number;
  readonly uploadsAtOnce: number;
  /** Records every call, outside the call's own transaction. */
  readonly recorder: CallRecorder;
}

/** The verified signature of a request, and what its body is checked against at its end. */
interface Signed {
  readonly client: IntakeClient;
  readonly actor: Actor;
  readonly contentSha256: string;
  readonly hash: BodyHash;
  readonly judgedMs: number;
}
type AnyHandler = (
  request: Omit<IntakeRequest<IntakeCall>, 'file' | 'query'> & { readonly file: IncomingFile | null; readonly query: unknown },
) => Promise<unknown>;
/** The part of a request that every handler gets. */
type Asked = Pick<Parameters<AnyHandler>[0], 'client' | 'actor' | 'params' | 'leaving'>;

/** The signer of a request of this app, and the signed hash of its body; known before the body is read. */
export type SignedRequests = (request: FastifyRequest) => Pick<Signed, 'client' | 'actor' | 'contentSha256'>;

/**
 * Mounts the signed calls of the intake: signature, body and its hash, handler, plain JSON. All other routes of this app must be signed as
 * well.
 */
export async function mountIntake<Calls extends Record<string, IntakeCall>>(
  app: FastifyInstance,
  calls: Calls,
  handlers: IntakeHandlers<Calls>,
  parts: IntakeDeps,
): Promise<SignedRequests> {
  app.removeContentTypeParser('text/plain');
  readJson(app);
  await app.register(multipart, {
    ...rawFields,
    throwFileSizeLimit: false,
    limits: { fieldSize: 10_000, fields: 20, files: 6, fileSize: pictureBytes },
  });
  const signed = new WeakMap<FastifyRequest, Signed>();
  const noteRefusal = recordCalls(app, parts.recorder, (request) => signed.get(request)?.client.appId);
  answerRefusals(app, noteRefusal);
  const findCredential = credentialFinder(parts.db);
  const verifySignature = signatureVerifier(findCredential, parts.db);
  const senders = watchCredentials(app, findCredential);
  const rate = callCounter({ perMinute: parts.ratePerMinute });
  const uploads = uploadSlots(parts.uploadsAtOnce);
  const leavingOf = watchDisconnect(app);

  // The signature is verified before any byte of the body is read, the body's hash after all of it was read.
  app.addHook('preParsing', async (request, reply, payload) => {
    const { client, contentSha256 } = await verifySignature(
      { methods: methodsOf(request.raw), target: request.url, headers: request.headers },
      new Date(),
    );
    noteCall(request, { client: client.appId });
    // A client that has left meanwhile: its body will never end.
    if (request.raw.errored) throw request.raw.errored;
    const wait = rate.count(client.appId);
    if (wait !== null) throw new TooMany(wait);
    if (hasBody(request.raw)) {
      uploads.take(client.appId, reply);
      senders.watch(client.appId, request, reply);
    }
    await dropEmptyBody(request);
    const hash = new BodyHash(contentSha256);
    const actor: Actor = { kind: 'client', id: client.appId, name: client.name, ip: callerAddress(request) };
    signed.set(request, { client, actor, contentSha256, hash, judgedMs: performance.now() });
    payload.on('error', (error) => hash.destroy(error));
    // The client may disconnect while nothing awaits the hash; `finished` still reports the error to a later waiter.
    hash.on('error', () => undefined);
    const hashed = payload.pipe(hash);
    // A JSON body is read through the hash; the multipart parser reads the request itself, so the hash must drain on its own.
    if (/^\s*multipart\//i.test(request.headers['content-type'] ?? '')) hash.resume();
    return hashed;
  });

  // On every route of this app, those of uploads too.
  app.addHook('preHandler', async ({ params }) => readPathNumbers(params as Record<string, string>));

  const signatureOf = (request: FastifyRequest): Signed => {
    const signature = signed.get(request);
    if (!signature) throw new Error('the signature hook did not run');
    return signature;
  };

  for (const [name, call] of Object.entries(calls)) {
    // The key pairs call and handler, but TypeScript cannot follow a key through Object.entries.
    const handle = handlers[name] as unknown as AnyHandler;
    app.route({
      method: call.method,
      url: call.path,
      ...(call.bodyBytes === undefined ? {} : { bodyLimit: call.bodyBytes }),
      config: { bodyType: bodyTypeOf(call) },
      async handler(request, reply) {
        const signature = signatureOf(request);
        if (call.caller === 'platform' && signature.client.kind !== 'platform')
          throw new IntakeRefusal(403, 'forbidden', 'this call is for platform clients');
        const asked: Asked = {
          client: signature.client,
          actor: signature.actor,
          params: request.params as Record<string, string>,
          leaving: () => leavingOf(reply),
        };
        const { file } = call;
        const answer = await askedBy(`client/${signature.client.appId}`, reply, () =>
          file === undefined
            ? serveWhole(call, handle, request, signature, asked, senders.assertEnabled)
            : serveStreamed(call, file, handle, request, signature, asked, parts),
        );
        return isRawAnswer(answer) ? reply.status(answer.status).headers(answer.headers).send(answer.body) : answer;
      },
    });
  }
  return signatureOf;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The media type of the body, named when another comes. */
    readonly bodyType?: string;
  }
}

/** Evidence numbers in a path may be in any spelling, as in bodies and queries. */
function readPathNumbers(params: Record<string, string>): void {
  for (const [key, text] of Object.entries(params)) {
    const number = typedNumber(text);
    if (isEvidenceNumber.test(number)) params[key] = number;
  }
}

const isEvidenceNumber = /^[0-9A-F]{32}$/;

function bodyTypeOf({ file, pictures, mayBeJson }: IntakeCall): string {
  if (file !== undefined) return 'multipart/form-data';
  if (pictures === undefined) return 'application/json';
  return mayBeJson === true ? 'application/json or multipart/form-data' : 'multipart/form-data';
}

/** Answers errors in the intake's format, and records them. */
function answerRefusals(app: FastifyInstance, noteRefusal: NoteRefusal): void {
  app.setErrorHandler(async (error, request, reply) => {
    const end = explainEnd(endOfBody(request));
    if (!end && isClientDisconnect(error, request)) {
      noteRefusal(request, { code: 'left', message: '' });
      return reply.status(400).send();
    }
    const { status, code, message: words, details } = end ?? explain(error, request.routeOptions.config.bodyType);
    const message = status === 500 ? `internal error, request ${request.id}` : words;
    noteRefusal(request, { code, message }, error);
    setRetryAfter(reply, error);
    if (status >= 500) logFault(request, error);
    // Closes the connection, because the rest of the body is no longer read.
    if (status === 503) void reply.header('retry-after', '5');
    if (status === 503 || status === 413) void reply.header('connection', 'close');
    return reply.status(status).send({ error: { code, message, ...details } });
  });
}

/** Reads the body and checks its hash before the handler gets it. */
async function serveWhole(
  call: IntakeCall,
  handle: AnyHandler,
  request: FastifyRequest,
  { client, hash, judgedMs }: Signed,
  asked: Asked,
  assertEnabled: (appId: string) => Promise<void>,
): Promise<unknown> {
  const isMultipart = call.pictures !== undefined && (call.mayBeJson !== true || request.isMultipart());
  const { pictures, ...given } = isMultipart
    ? await readPictures(request, call.pictures ?? [])
    : { fields: request.body === undefined ? {} : request.body, faults: [], pictures: {} };
  if (!isMultipart && request.isMultipart()) throw new IntakeRefusal(415, 'type', `${bodyTypeOf(call)} is expected`);
  // Without a body no parser reads the hash to its end.
  if (!isMultipart && request.body === undefined) hash.resume();
  await assertBody(hash);
  // While a slow body arrived, its sender's credentials may have been revoked.
  if (performance.now() - judgedMs > longMs) await assertEnabled(client.appId);
  const answer = await handle({ ...asked, ...readInput(call, request.query, given), pictures, file: null });
  // The same applies to a call that waited for its result.
  if (call.method === 'GET' && performance.now() - judgedMs > longMs) await assertEnabled(client.appId);
  return answer;
}

/** The handler gets the fields at once and reads the file when it wants to. The body is read to its end in every case. */
async function serveStreamed(
  call: IntakeCall,
  name: string,
  handle: AnyHandler,
  request: FastifyRequest,
  { hash }: Signed,
  asked: Asked,
  { put, maxFileBytes: maxBytes }: IntakeDeps,
): Promise<unknown> {
  const { file, finish, ...given } = await openStreamedBody(request, { name, maxBytes, put, bodyEnded: () => assertBody(hash) });
  try {
    const input = readInput(call, request.query, given);
    if (file === null) throw new Error('a missing file was no fault');
    assertStorable({ [name]: [file.name, file.mediaType] });
    const answer = await handle({ ...asked, ...input, pictures: {}, file });
    await finish();
    return answer;
  } catch (error) {
    // Finishes first, because a wrong body hash takes precedence over any other error. Not if the storage hangs, since the body would then
    // never be read to its end.
    if (!(error instanceof StorageSilence)) await finish();
    throw error;
  }
}

const longMs = 1000;

async function assertBody(hash: BodyHash): Promise<void> {
  await finished(hash);
  hash.assert();
}

interface GivenBody {
  readonly fields: unknown;
  /** Found while the body was read. */
  readonly faults: readonly InputFault[];
}

/** Reads body and query. @throws IntakeRefusal 400 that names all faults of both. */
function readInput(call: IntakeCall, givenQuery: unknown, given: GivenBody): { readonly body: unknown; readonly query: unknown } {
  const query = readFields(call.query ?? noFields, givenQuery, 'query');
  const body = readFields(call.body, given.fields, 'body');
  const faults = [...(query.faults ?? []), ...given.faults, ...(body.faults ?? [])];
  if (faults.length > 0) throw new IntakeRefusal(400, 'malformed', faultMessage(faults));
  assertStorable(query.data);
  assertStorable(body.data);
  return { body: body.data, query: query.data };
}

/**
 * Refuses text that the database cannot store, in any field; otherwise the database's error would become a fault (500). Also text that was
 * decoded wrongly before it was sent, which would stay in evidence for ever.
 */
function assertStorable(input: unknown): void {
  const path = unstorableIn(input);
  if (path) throw new IntakeRefusal(400, 'malformed', `${path.join('.')}: contains characters that cannot be stored`);
  const replaced = textPathIn(input, (text) => text.includes(replacement));
  if (replaced)
    throw new IntakeRefusal(400, 'malformed', `${replaced.join('.')}: contains U+FFFD, which stands for bytes that were decoded wrongly`);
}

const replacement = '\ufffd';

/** Creates abort signals for waiting calls: each is aborted when its client disconnects, and all when the server stops. */
export function watchDisconnect(app: FastifyInstance): (reply: FastifyReply) => AbortSignal {
  const waiting = new Set<AbortController>();
  let isStopping = false;
  const stop = (): void => {
    isStopping = true;
    for (const leaving of waiting) leaving.abort();
  };
  onDraining(app, stop);
  app.addHook('preClose', async () => stop());

  return (reply) => {
    const leaving = new AbortController();
    if (isStopping) leaving.abort();
    waiting.add(leaving);
    onClosed(reply, () => {
      waiting.delete(leaving);
      leaving.abort();
    });
    return leaving.signal;
  };
}

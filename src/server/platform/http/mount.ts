import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Call } from '../../../contract/call.ts';
import { accountAsker, askedBy } from '../runtime/asker.ts';
import { accepted, backgroundHeader, cookieName, cookieOf, tokenOf } from '../../../contract/wire.ts';
import { unstorableIn } from '../../../domain/kit/text/storable.ts';
import { inCall } from '../db/replica/call-reads.ts';
import type { Replica } from '../db/replica/replica.ts';
import type { Operator } from './operator.ts';
import type { LinkGrantee, Shown } from '../../../domain/business/access/link-grantee.ts';
import type { FileLinks, LinkSigner } from '../storage/signed-links.ts';
import { openUpload, registerUploads, type IncomingFile } from './upload.ts';
import type { ExportService, FileReply } from './file-reply.ts';
import { admit, requireTotp, type Guard } from './guard.ts';
import { noteCall } from './observed/call-facts.ts';
import { originOf } from './origin.ts';
import { Refusal } from './refusal.ts';
import { callerAddress } from './limits/address.ts';
import type { UploadSlots } from './limits/upload-slots.ts';

/** What a handler knows about its caller, besides the input. */
export interface Caller {
  readonly ip: string;
  readonly requestId: string;
  /** The User-Agent header, truncated to 300 characters. */
  readonly userAgent: string;
  /** The origin under which others reach this server: `https://notary.example`. */
  readonly origin: string;
  /** Whether the request has an X-Forwarded-For header, as from a proxy. */
  readonly isForwarded: boolean;
}
export interface SignedInCaller extends Caller {
  readonly operator: Operator;
  /** True if the console made the call by itself. A repeated view then need not be recorded again; a new one must be. */
  readonly isBackground: boolean;
  /** The grantee to whom links of this call are bound, and a signer that binds them. */
  readonly holder: LinkGrantee;
  readonly links: FileLinks;
  /** A signer of links to evidence or to files of an application. They stop working when the operator may no longer see those. */
  readonly linksTo: (shown: Shown) => FileLinks;
}

export type Handler<C extends Call> = (
  input: z.output<C['input']>,
  caller: (C['needs'] extends 'open' ? Caller : SignedInCaller) &
    (C extends { readonly file: string } ? { readonly file: IncomingFile } : unknown),
) => Promise<C['reply'] extends 'file' ? FileReply : z.input<C['output']>>;
/** A handler for every call; a missing one does not compile. */
export type Handlers<Calls extends Record<string, Call>> = { readonly [Name in keyof Calls]: Handler<Calls[Name]> };

export interface MountDeps {
  readonly guard: Guard;
  readonly links: LinkSigner;
  readonly exports: ExportService;
  /** Null if all reads go to the primary. */
  readonly replica: Replica | null;
  /** Keyed by account ID. */
  readonly uploads: UploadSlots;
  /** PUBLIC_URL, if set. */
  readonly publicUrl?: string | undefined;
}

/** Mounts every call of a contract, with the guard, input validation, handler and envelope. */
export async function mount<Calls extends Record<string, Call>>(
  app: FastifyInstance,
  calls: Calls,
  handlers: Handlers<Calls>,
  parts: MountDeps,
): Promise<void> {
  for (const [name, call] of Object.entries(calls)) {
    // The key pairs call and handler, but TypeScript cannot follow a key through Object.entries.
    const handler = handlers[name] as unknown as Handler<Call>;
    const route = (at: FastifyInstance) =>
      at.route({ method: call.method, url: call.path, handler: (request, reply) => serve(call, handler, parts, request, reply) });
    // In a scope of its own, so that a multipart body gets 415 on all other calls.
    if (call.file === undefined) route(app);
    else {
      await app.register(async (uploads) => {
        await registerUploads(uploads);
        route(uploads);
      });
    }
  }
}

async function serve(call: Call, handler: Handler<Call>, parts: MountDeps, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const caller = callerOf(request, parts.publicUrl);
  const session = await identify(call, parts, request, reply);
  const answer = async (given: unknown, file?: IncomingFile): Promise<unknown> => {
    const input = readInput(call, given);
    if (file) assertStorable({ [call.file ?? 'file']: file.name });
    const held = session && { ...session, ...linksFor(admit(call.needs, session.operator, input), parts.links) };
    const run = (): Promise<unknown> => handler(input, { ...caller, ...held, ...(file && { file }) } as SignedInCaller);
    if (call.reply === 'file') return parts.exports.send(reply, session?.operator.accountId ?? '', run as () => Promise<FileReply>);
    return accepted(await run(), call.messageOf?.(input) ?? call.message);
  };
  const whole = (): Promise<unknown> =>
    call.file === undefined
      ? answer(call.method === 'GET' ? request.query : (request.body ?? {}))
      : withFile({ request, reply, name: call.file }, answer);
  if (!session) return whole();
  const { replica } = parts;
  return askedBy(accountAsker(session.operator.accountId), reply, () =>
    replica ? besideReplica(replica, call, session.operator, whole) : whole(),
  );
}

/** Lets GET calls read from the replica, and records that a session wrote, so that its later reads see its writes. */
async function besideReplica(replica: Replica, { method }: Call, operator: Operator, answer: () => Promise<unknown>): Promise<unknown> {
  const isLook = method === 'GET';
  // An error here is ignored: the call's work is done, and while the primary is down there is nothing to lag behind.
  const note = (): Promise<void> => replica.noteWritten(operator.sessionHash).catch(() => undefined);
  const { result, wrote } = await inCall(isLook ? { written: operator.written } : undefined, answer).catch(async (error: unknown) => {
    // A refused call may have written too: to the trail, or before the refusal.
    if (!isLook) await note();
    throw error;
  });
  if (!isLook || wrote) await note();
  return result;
}

function callerOf(request: FastifyRequest, publicUrl: string | undefined): Caller {
  return {
    ip: callerAddress(request),
    requestId: request.id,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    origin: originOf(publicUrl, request),
    isForwarded: request.headers['x-forwarded-for'] !== undefined,
  };
}

/** Identifies and checks the caller before the input is read; null for calls that need no sign-in. @throws Refusal */
async function identify(
  call: Call,
  { guard, uploads }: MountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Pick<SignedInCaller, 'operator' | 'isBackground'> | null> {
  if (call.needs === 'open') return null;
  const isBackground = call.isPolled === true || request.headers[backgroundHeader] === '1';
  const operator = await guard.identify(presentedToken(call, request), isBackground);
  noteCall(request, { operator: operator.accountId });
  admit(call.needs, operator);
  requireTotp(call, operator);
  if (call.file !== undefined) uploads.take(operator.accountId, reply);
  return { operator, isBackground };
}

function linksFor(holder: LinkGrantee, links: LinkSigner): Pick<SignedInCaller, 'holder' | 'links' | 'linksTo'> {
  return { holder, links: links.heldBy(holder), linksTo: (shown) => links.heldBy({ ...holder, ...shown }) };
}

/** The handler reads the file. The rest is finished here. */
async function withFile(
  { request, reply, name }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly name: string },
  answer: (fields: unknown, file: IncomingFile) => Promise<unknown>,
): Promise<unknown> {
  const { fields, file, finish } = await openUpload(request, name);
  let isRefused = true;
  try {
    const answered = await answer(fields, file);
    isRefused = false;
    return answered;
  } finally {
    const { isWhole } = await finish(isRefused);
    if (!isWhole) void reply.header('connection', 'close');
  }
}

/** The token from the header; for exports also from the cookie, because a navigation cannot send the header (spec/wire, 1). */
function presentedToken(call: Call, request: FastifyRequest): string {
  const token = tokenOf(request.headers.authorization);
  if (token !== '' || call.reply !== 'file') return token;
  const cookies = request.headers.cookie ?? '';
  return cookieOf(cookies, cookieName('token', true)) || cookieOf(cookies, cookieName('token', false));
}

function readInput(call: Call, given: unknown): unknown {
  const parsed = call.input.safeParse(given ?? {});
  if (parsed.success) {
    assertStorable(parsed.data);
    return parsed.data;
  }
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) fields[issue.path.join('.')] ??= issue.message;
  throw new Refusal('rule', parsed.error.issues[0]?.message ?? '输入有误', fields);
}

/** Refuses text that the database cannot store, in any field; otherwise the database's error would become a fault (500). */
function assertStorable(input: unknown): void {
  const path = unstorableIn(input);
  if (path) throw new Refusal('rule', '含有无效字符', { [path.join('.')]: '含有无效字符' });
}

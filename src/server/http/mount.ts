import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Call } from '../../contract/call.ts';
import { accepted, backgroundHeader, tokenOf } from '../../contract/wire.ts';
import { unstorableIn } from '../../domain/text/storable.ts';
import { inCall } from '../db/replica/call-reads.ts';
import type { Replica } from '../db/replica/replica.ts';
import type { Operator } from './operator.ts';
import type { LinkGrantee, Shown } from '../../domain/access/link-grantee.ts';
import type { FileLinks, LinkSigner } from '../storage/signed-links.ts';
import { openUpload, registerUploads, type IncomingFile } from './upload.ts';
import type { ExportService, FileReply } from './file-reply.ts';
import { admit, requireTotp, type Guard } from './guard.ts';
import { noteCall } from './observed/call-facts.ts';
import { originOf } from './origin.ts';
import { Refusal } from './refusal.ts';
import type { UploadSlots } from './limits/upload-slots.ts';

/** What a handler knows about its caller, beyond the input. */
export interface Caller {
  readonly ip: string;
  readonly requestId: string;
  /** As the browser names itself; at most 300 characters. */
  readonly userAgent: string;
  /** Under which the outside reaches this server: `https://notary.example`. */
  readonly origin: string;
  /** A proxy says for whom it speaks (X-Forwarded-For). */
  readonly isForwarded: boolean;
}
export interface SignedInCaller extends Caller {
  readonly operator: Operator;
  /** Asked by his console itself. What it saw before may stay untold; what it did not see may not. */
  readonly isBackground: boolean;
  /** What links that the call hands out are bound to, and a signer that binds them. */
  readonly holder: LinkGrantee;
  readonly links: FileLinks;
  /** A signer of links to evidence, or to what belongs to an application: they end as soon as he may not see that any more. */
  readonly linksTo: (shown: Shown) => FileLinks;
}

export type Handler<C extends Call> = (
  input: z.output<C['input']>,
  caller: (C['needs'] extends 'open' ? Caller : SignedInCaller) &
    (C extends { readonly file: string } ? { readonly file: IncomingFile } : unknown),
) => Promise<C['reply'] extends 'file' ? FileReply : z.input<C['output']>>;
/** A handler for every call: leaving one out does not compile. */
export type Handlers<Calls extends Record<string, Call>> = { readonly [Name in keyof Calls]: Handler<Calls[Name]> };

export interface MountDeps {
  readonly guard: Guard;
  readonly links: LinkSigner;
  readonly exports: ExportService;
  /** Null where all is read where it is written. */
  readonly replica: Replica | null;
  /** By account. */
  readonly uploads: UploadSlots;
  /** Under which the outside reaches this server, where the configuration says it. */
  readonly publicUrl?: string | undefined;
}

/** Mounts every call of a contract: guard, input, handler, envelope. */
export async function mount<Calls extends Record<string, Call>>(
  app: FastifyInstance,
  calls: Calls,
  handlers: Handlers<Calls>,
  parts: MountDeps,
): Promise<void> {
  for (const [name, call] of Object.entries(calls)) {
    // The key pairs them; TypeScript cannot follow a key through Object.entries.
    const handler = handlers[name] as unknown as Handler<Call>;
    const route = (at: FastifyInstance) =>
      at.route({ method: call.method, url: call.path, handler: (request, reply) => serve(call, handler, parts, request, reply) });
    // A scope of its own: elsewhere a multipart body stays 415.
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
    const carryOut = (): Promise<unknown> => handler(input, { ...caller, ...held, ...(file && { file }) } as SignedInCaller);
    if (call.reply === 'file') return parts.exports.send(reply, session?.operator.accountId ?? '', carryOut as () => Promise<FileReply>);
    return accepted(await carryOut(), call.messageOf?.(input) ?? call.message);
  };
  const whole = (): Promise<unknown> =>
    call.file === undefined ? answer(call.method === 'GET' ? request.query : request.body) : withFile(request, call.file, answer);
  return session && parts.replica ? besideReplica(parts.replica, call, session.operator, whole) : whole();
}

/** What only looks may be told by a replica; whoever writes reads what he has written from then on. */
async function besideReplica(replica: Replica, { method }: Call, operator: Operator, answer: () => Promise<unknown>): Promise<unknown> {
  const isLook = method === 'GET';
  // What was done is done, also where its place cannot be noted any more: then there is no primary to be behind of.
  const note = (): Promise<void> => replica.noteWritten(operator.sessionHash).catch(() => undefined);
  const { result, wrote } = await inCall(isLook ? { written: operator.written } : undefined, answer).catch(async (error: unknown) => {
    // A refusal may have written, too: on the trail, or what came before it.
    if (!isLook) await note();
    throw error;
  });
  if (!isLook || wrote) await note();
  return result;
}

function callerOf(request: FastifyRequest, publicUrl: string | undefined): Caller {
  return {
    ip: request.ip,
    requestId: request.id,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    origin: originOf(publicUrl, request),
    isForwarded: request.headers['x-forwarded-for'] !== undefined,
  };
}

/** Who makes the call, by its token, as far as that is known before its input; null where anybody may. @throws Refusal */
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

/** The handler reads the file; what it leaves unread is read here, because half a body would hold the connection. */
async function withFile(
  request: FastifyRequest,
  name: string,
  answer: (fields: unknown, file: IncomingFile) => Promise<unknown>,
): Promise<unknown> {
  const { fields, file, finish } = await openUpload(request, name);
  try {
    return await answer(fields, file);
  } finally {
    await finish();
  }
}

/** The header everywhere; the cookie for exports alone, because a navigation cannot carry the header (wire, section 1). */
function presentedToken(call: Call, request: FastifyRequest): string {
  const token = tokenOf(request.headers.authorization);
  if (token !== '' || call.reply !== 'file') return token;
  const cookie = /(?:^|;\s*)token=([^;]*)/.exec(request.headers.cookie ?? '');
  return cookie?.[1] ?? '';
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

/** Whatever a field may say, this is refused here once and for all: the database would call it a fault of ours. */
function assertStorable(input: unknown): void {
  const path = unstorableIn(input);
  if (path) throw new Refusal('rule', '含有无效字符', { [path.join('.')]: '含有无效字符' });
}

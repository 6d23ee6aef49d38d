import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { transportRefusal } from '../../../contract/wire.ts';
import type { GranteeCheck } from '../../../domain/access/link-grantee.ts';
import type { LinkSigner } from '../../storage/signed-links.ts';
import { StorageError, type ObjectStore } from '../../storage/store.ts';
import { hasLeft } from '../limits/client-left.ts';
import { sendGone, sendStored } from './send-file.ts';
import { logFault } from '../observed/call-facts.ts';

interface FileDeps {
  readonly store: ObjectStore;
  readonly links: LinkSigner;
  readonly stillHolds: GranteeCheck;
  /**
   * Whether the scrub found an object damaged or missing. Asked at each request, so that it counts for links given out before the finding
   * too.
   */
  readonly isFaulty: (sha256: string) => Promise<boolean>;
}

/**
 * Serves what a signed link opens: GET and HEAD of everything under `/files/`. A browser keeps the file no longer than the link holds. A
 * faulty object answers like one that is not there, here and where the storage would have been handed the browser (architecture, *Custody*,
 * 6).
 */
export async function filesRoutes(app: FastifyInstance, { store, links, stillHolds, isFaulty }: FileDeps): Promise<void> {
  const answer = async (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply): Promise<FastifyReply> => {
    const link = links.verify(request.params['*'].split('/', 1)[0] ?? '');
    const isHeld = link !== null && (link.holder === null || (await stillHolds(link.holder)));
    const file = isHeld && !(await isFaulty(link.sha256)) ? link : null;
    return sendStored(request, reply, store, file && { ...file, cacheControl: `private, max-age=${file.secondsLeft}` });
  };
  // One wildcard: a token is longer than Fastify lets a named parameter be, and no other address under /files/ may reach the console's
  // page.
  // HEAD by name: the one that Fastify derives from GET says that the file is empty.
  app.route({ method: ['GET', 'HEAD'], url: '/files/*', exposeHeadRoute: false, handler: answer });
  answerFileErrors(app);
}

/** What an address of a file answers when the file went meanwhile, or something failed. */
export function answerFileErrors(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof StorageError) return sendGone(reply);
    if (!hasLeft(error, request)) logFault(request, error);
    return reply.status(500).send(transportRefusal(500, `系统繁忙，请稍后再试（编号：${request.id}）`, { requestId: request.id }));
  });
}

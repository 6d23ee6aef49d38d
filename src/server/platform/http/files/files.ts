import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { transportRefusal } from '../../../../contract/wire.ts';
import type { GranteeCheck } from '../../../../domain/business/access/link-grantee.ts';
import type { LinkSigner } from '../../storage/signed-links.ts';
import { StorageError, type ObjectStore } from '../../storage/store.ts';
import { isClientDisconnect } from '../limits/client-disconnect.ts';
import { sendGone, sendStored } from './send-file.ts';
import { logFault } from '../observed/call-facts.ts';

interface FileDeps {
  readonly store: ObjectStore;
  readonly links: LinkSigner;
  readonly stillHolds: GranteeCheck;
  /**
   * Whether the scrub found an object damaged or missing. Asked at each request, so that links issued before the finding are covered too.
   */
  readonly isFaulty: (sha256: string) => Promise<boolean>;
}

/**
 * Serves signed links: GET and HEAD of everything under `/files/`. Browsers may cache a file only while its link is valid. A faulty object
 * is answered like a missing one, also if the browser would have been redirected to the storage (spec/custody, 6).
 */
export async function filesRoutes(app: FastifyInstance, { store, links, stillHolds, isFaulty }: FileDeps): Promise<void> {
  const answer = async (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply): Promise<FastifyReply> => {
    const link = links.verify(request.params['*'].split('/', 1)[0] ?? '');
    const isHeld = link !== null && (link.holder === null || (await stillHolds(link.holder)));
    const file = isHeld && !(await isFaulty(link.sha256)) ? link : null;
    return sendStored(request, reply, store, file && { ...file, cacheControl: `private, max-age=${file.secondsLeft}` });
  };
  // A wildcard, because a token is longer than Fastify allows for a named parameter, and because no address under /files/ may fall through
  // to the console's page. An explicit HEAD, because the one that Fastify derives from GET reports an empty file.
  app.route({ method: ['GET', 'HEAD'], url: '/files/*', config: { isFrequent: true }, handler: answer });
  answerFileErrors(app);
}

/** Sets the error handler of routes that send files: 404 if the file has disappeared meanwhile, else 500. */
export function answerFileErrors(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof StorageError) return sendGone(reply);
    if (!isClientDisconnect(error, request)) logFault(request, error);
    return reply.status(500).send(transportRefusal(500, `系统繁忙，请稍后再试（编号：${request.id}）`, { requestId: request.id }));
  });
}

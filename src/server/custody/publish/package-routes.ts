import type { FastifyInstance, FastifyReply } from 'fastify';
import { transportRefusal } from '../../../contract/wire.ts';
import { isClientDisconnect } from '../../platform/http/limits/client-disconnect.ts';
import { contentDisposition } from '../../platform/http/files/disposition.ts';
import { BusyError } from '../drawing/threads.ts';
import type { ReaderCheck } from '../../access/session/link-reader.ts';
import { accountAsker, askedBy } from '../../platform/runtime/asker.ts';
import type { CertificateDeps } from '../package/proven-facts.ts';
import { evidencePackage } from '../package/evidence-package.ts';
import { readFacts } from '../package/facts.ts';
import { packageName, type PackageLinks } from './package-links.ts';
import { logFault } from '../../platform/http/observed/call-facts.ts';

interface PackageRouteParts extends CertificateDeps {
  readonly packageLinks: PackageLinks;
  readonly readerOf: ReaderCheck;
}

/** Streams the package that a signed link opens (spec/wire, 1). Supports HEAD, because some browsers ask before they save. */
export async function packageRoutes(app: FastifyInstance, { packageLinks, readerOf, ...parts }: PackageRouteParts): Promise<void> {
  app.route<{ Params: { token: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/files/package/:token/:name',
    config: { isFrequent: true },
    async handler(request, reply) {
      const link = packageLinks.verify(request.params.token);
      const reader = link && (await readerOf({ ...link.holder, evidence: [link.number] }));
      const facts = reader && (await readFacts(parts.db, link.number));
      if (!facts) return gone(reply);
      if (request.method === 'HEAD') return zipReply(reply, facts.number).send();
      const zip = await askedBy(accountAsker(reader.accountId), reply, () => evidencePackage(parts, facts));
      return typeof zip === 'string' ? gone(reply) : zipReply(reply, facts.number).send(zip);
    },
  });
  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof BusyError)
      return reply.status(503).header('retry-after', '10').send(transportRefusal(503, '系统繁忙，请稍后再试'));
    if (!isClientDisconnect(error, request)) logFault(request, error);
    return reply.status(500).send(transportRefusal(500, `系统繁忙，请稍后再试（编号：${request.id}）`, { requestId: request.id }));
  });
}

export function zipReply(reply: FastifyReply, number: string): FastifyReply {
  return reply
    .type('application/zip')
    .header('content-disposition', contentDisposition('attachment', packageName(number)))
    .header('cache-control', 'no-store');
}

function gone(reply: FastifyReply): FastifyReply {
  return reply.status(404).header('cache-control', 'no-store').send(transportRefusal(404, '链接无效或已过期'));
}

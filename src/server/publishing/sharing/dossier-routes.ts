import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { maskedFacts } from '../../../domain/proof/dossier/facts/masked.ts';
import { BusyError } from '../../custody/drawing/threads.ts';
import { recordShareOpening } from '../../custody/evidence/download-history.ts';
import { verifyUrlOf } from '../../custody/package/addresses.ts';
import type { NoPackage } from '../../custody/package/evidence-package.ts';
import type { CertificateDeps } from '../../custody/package/proven-facts.ts';
import { noDossierTexts, readDossier } from '../../custody/package/read-dossier.ts';
import { keptAnswers } from '../../platform/http/kept-answers.ts';
import { callerAddress } from '../../platform/http/limits/address.ts';
import { isClientDisconnect } from '../../platform/http/limits/client-disconnect.ts';
import { dossierPage, noDossierPage } from './dossier-page.ts';
import { withoutAgentCluster } from './routes.ts';
import { logFault } from '../../platform/http/observed/call-facts.ts';

/** `GET /s/<token>/dossier`: the 审查说明 of an evidence, for anybody who has its share address, with people's names masked. */
export async function dossierRoutes(app: FastifyInstance, deps: CertificateDeps): Promise<void> {
  const { db } = deps;
  app.addHook('onRequest', withoutAgentCluster);
  const kept = keptAnswers<MadePage | NoPackage>({ keptMs: 5000, isKept: (page) => typeof page !== 'string' });
  app.get<{ Params: { token: string } }>('/s/:token/dossier', async (request, reply) => {
    const number = await findNumber(deps, request.params.token);
    void reply.type('text/html; charset=utf-8').headers({ 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex', ...policy });
    if (number === null) return reply.status(404).send(noDossierPage('链接无效，或者已被撤销'));
    await recordShareOpening(db, number, callerAddress(request));
    const made = await kept.get(number, () => makePage(deps, number));
    if (typeof made === 'string') return reply.status(made === 'missing' ? 404 : 202).send(noDossierPage(noDossierTexts[made]));
    void reply.header('vary', 'accept-encoding');
    // Saves three quarters of the bytes. Compression leaks nothing here, because the page has no secrets from its reader.
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(made.page);
    return reply.header('content-encoding', 'gzip').send(made.packed);
  });
  app.setErrorHandler(async (error, request, reply) => {
    if (!(error instanceof BusyError) && !isClientDisconnect(error, request)) logFault(request, error);
    const [status, text] =
      error instanceof BusyError ? [503, '系统繁忙，请稍后再试'] : [500, `系统繁忙，请稍后再试（编号：${request.id}）`];
    return reply.status(status).type('text/html; charset=utf-8').headers(policy).send(noDossierPage(text));
  });
}

/** A page of an evidence, which takes tens of milliseconds to make, so it is kept for some seconds. */
interface MadePage {
  readonly page: string;
  readonly packed: Buffer;
}

async function makePage(deps: CertificateDeps, number: string): Promise<MadePage | NoPackage> {
  const dossier = await readDossier(deps, number, maskedFacts);
  if (typeof dossier === 'string') return dossier;
  const page = dossierPage(dossier, { officeName: deps.config.office.name, verifyUrl: verifyUrlOf(deps.config, number) });
  return { page, packed: gzipSync(page) };
}

/** The evidence number of a share address; null if unknown or revoked. */
async function findNumber({ db }: Pick<CertificateDeps, 'db'>, token: string): Promise<string | null> {
  // 32 bytes in base64url; anything else is not a token.
  if (!/^[\w-]{43}$/.test(token)) return null;
  const found = await db
    .selectFrom('share_address')
    .select('number')
    .where('token', '=', token)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return found?.number ?? null;
}

/** The page runs no scripts and loads nothing; its icon is in its text. */
const policy = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; " +
    "frame-ancestors 'none'; sandbox allow-popups",
} as const;

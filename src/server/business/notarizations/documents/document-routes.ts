import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordDocument } from '../../../custody/evidence/download-history.ts';
import type { Database } from '../../../platform/db/database.ts';
import { callerAddress } from '../../../platform/http/limits/address.ts';
import { contentDisposition } from '../../../platform/http/files/disposition.ts';
import { answerFileErrors } from '../../../platform/http/files/files.ts';
import { sendGone } from '../../../platform/http/files/send-file.ts';
import type { LinkReader, ReaderCheck } from '../../../access/session/link-reader.ts';
import type { ObjectStore } from '../../../platform/storage/store.ts';
import { recordTrail } from '../../../desk/trail/trail.ts';
import { documentName, type DocumentLinks, type LinkedDocument } from './document-links.ts';
import { findFile } from './document-store.ts';

interface DocumentRouteDeps {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly links: DocumentLinks;
  readonly readerOf: ReaderCheck;
  /** Whether the scrub found the object damaged or missing. */
  readonly isFaulty: (sha256: string) => Promise<boolean>;
}

/**
 * `GET /files/document/<token>/<name>`: the notarial document of an application, in the form that its reader may have now. Each response is
 * the whole file, and history and trail rows are written before its first byte. Ranges are not served, because a part could then be read
 * unrecorded.
 */
export async function documentRoutes(app: FastifyInstance, { db, store, links, readerOf, isFaulty }: DocumentRouteDeps): Promise<void> {
  const answer = async (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply): Promise<FastifyReply> => {
    const link = links.open(request.params['*'].split('/', 1)[0] ?? '');
    const reader = link && (await readerOf(link.holder));
    const file = link && reader && (await findFile(db, link.orderId, !reader.permissions.has('notarization:review')));
    const found = file && !(await isFaulty(file.sha256)) ? await store.stat(file.sha256) : null;
    if (!link || !reader || !file || !found) return sendGone(reply);
    reply.headers(headersOf(link, file.number)).header('content-length', found.sizeBytes);
    if (request.method === 'HEAD') return reply.send();
    await noteOpening(db, link, file, reader, callerAddress(request));
    return reply.send((await store.open(file.sha256)).stream);
  };
  app.route({ method: ['GET', 'HEAD'], url: '/files/document/*', config: { isFrequent: true }, handler: answer });
  answerFileErrors(app);
}

type DocumentFile = NonNullable<Awaited<ReturnType<typeof findFile>>>;
async function noteOpening(
  db: Database,
  { orderId, disposition }: LinkedDocument,
  { sha256, number, is_masked: masked }: DocumentFile,
  { accountId, realname }: LinkReader,
  ip: string,
): Promise<void> {
  const actor = { kind: 'operator' as const, id: accountId, name: realname, ip };
  const action = disposition === 'inline' ? '查看公证书' : '下载公证书';
  await db.transaction().execute(async (tx) => {
    await recordDocument(tx, orderId, actor);
    await recordTrail(tx, actor, { action, object: `application/${orderId}`, after: { document: number, sha256, masked } });
  });
}

/**
 * The office made and signed the file, and it contains no foreign file. So there is no sandbox, in which browsers show a PDF as an empty
 * page. In case the file is faulty after all, only the PDF viewer may be loaded. It is not cached, because every opening must be recorded.
 */
function headersOf({ disposition }: LinkedDocument, number: string): Record<string, string> {
  return {
    'content-type': 'application/pdf',
    'content-disposition': contentDisposition(disposition, documentName(number)),
    'content-security-policy':
      "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'",
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'accept-ranges': 'none',
  };
}

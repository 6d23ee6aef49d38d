import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { packageNames } from '../../../domain/proof/evidence/package-names.ts';
import { safeFileName } from '../../../domain/kit/text/file-name.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { Database } from '../../platform/db/database.ts';
import { isClientDisconnect } from '../../platform/http/limits/client-disconnect.ts';
import { contentDisposition } from '../../platform/http/files/disposition.ts';
import { answerFileErrors } from '../../platform/http/files/files.ts';
import { sendGone } from '../../platform/http/files/send-file.ts';
import type { GranteeCheck } from '../../../domain/business/access/link-grantee.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';
import { writeZip, type ZipPart } from '../../platform/zip/zip-writer.ts';
import { zipTokenHash } from './zip-links.ts';
import { evidenceOf, type ZippedEvidence } from './zipped-evidence.ts';
import { logFault } from '../../platform/http/observed/call-facts.ts';

/** `GET /files/batch/<token>/<name>`: a zip of evidence, written while it is sent; one chunk of one file is in memory at a time. */
export async function zipRoutes(
  app: FastifyInstance,
  { db, store, stillHolds, config }: { db: Database; store: ObjectStore; stillHolds: GranteeCheck; config: Pick<Config, 'office'> },
): Promise<void> {
  app.get(
    '/files/batch/*',
    { config: { isFrequent: true } },
    async (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply) => {
      const [token = '', name = ''] = request.params['*'].split('/', 2);
      const batch = await db
        .selectFrom('download_batch')
        .select(['numbers', 'kind', 'holder'])
        .where('token_hash', '=', zipTokenHash(token))
        .where('expires_at', '>', new Date())
        .executeTakeFirst();
      if (!batch || !(await stillHolds({ ...batch.holder, evidence: batch.numbers }))) return sendGone(reply);
      const evidence = await evidenceOf(db, batch.kind, batch.numbers);
      // Evidence found damaged since the link was made cannot be included, and a partial zip must not look complete.
      if ([...evidence.values()].some(({ isThere }) => !isThere)) return sendGone(reply);
      const zip = writeZip(partsOf([...evidence.values()], store, config.office.sandboxNotice), { level: 0 });
      zip.on('error', (error) => {
        if (!isClientDisconnect(error, request)) logFault(request, error, 'a zip broke off');
      });
      return reply
        .type('application/zip')
        .header('content-disposition', contentDisposition('attachment', name))
        .header('cache-control', 'no-store')
        .send(zip);
    },
  );
  answerFileErrors(app);
}

/** A folder per evidence, and a list of hashes for `sha256sum -c`. In a sandbox the first file is a notice that says so. */
function* partsOf(evidence: readonly ZippedEvidence[], store: ObjectStore, sandboxNotice: string | null): Generator<ZipPart> {
  const sums: string[] = [];
  if (sandboxNotice !== null) {
    const notice = `${sandboxNotice}。\n`;
    yield { name: packageNames.sandbox, content: notice };
    sums.push(`${createHash('sha256').update(notice).digest('hex')}  ${packageNames.sandbox}\n`);
  }
  for (const { number, title, files } of evidence) {
    for (const { name, sha256 } of files) {
      const path = `${number}/${files.length === 1 ? titled(title, name) : name}`;
      yield { name: path, sha256, content: async () => (await store.open(sha256)).stream };
      sums.push(`${sha256}  ${path}\n`);
    }
  }
  yield { name: 'SHA256SUMS', content: sums.join('') };
}

/** The title as a file name, with the extension of `name`. */
function titled(title: string, name: string): string {
  return safeFileName(`${[...title].slice(0, 60).join('')}${/\.\w{1,8}$/.exec(name)?.[0] ?? ''}`);
}

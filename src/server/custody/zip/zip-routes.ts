import { ZipArchive } from 'archiver';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { safeFileName } from '../../../domain/text/file-name.ts';
import type { Database } from '../../db/database.ts';
import { hasLeft } from '../../http/limits/client-left.ts';
import { contentDisposition } from '../../http/files/disposition.ts';
import { answerFileErrors } from '../../http/files/files.ts';
import { sendGone } from '../../http/files/send-file.ts';
import type { HolderCheck } from '../../../domain/access/link-holder.ts';
import type { ObjectStore } from '../../storage/store.ts';
import { zipTokenHash } from './zip-links.ts';
import { evidenceOf, type ZippedEvidence } from './zipped-evidence.ts';

/** `GET /files/batch/<token>/<name>`: a zip of evidence, written while it is sent; one chunk of one file is in memory at a time. */
export async function zipRoutes(
  app: FastifyInstance,
  { db, store, stillHolds }: { db: Database; store: ObjectStore; stillHolds: HolderCheck },
): Promise<void> {
  app.get(
    '/files/batch/*',
    { exposeHeadRoute: false },
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
      // What was found damaged since the link was made is in no zip, and half a zip must not look whole.
      if ([...evidence.values()].some(({ isThere }) => !isThere)) return sendGone(reply);
      const archive = new ZipArchive({ store: true });
      archive.on('error', (error) => {
        if (!hasLeft(error, request)) request.log.error({ err: error }, 'a zip broke off');
      });
      void write(archive, [...evidence.values()], store).catch((error: unknown) =>
        archive.destroy(error instanceof Error ? error : new Error(String(error))),
      );
      return reply
        .type('application/zip')
        .header('content-disposition', contentDisposition('attachment', name))
        .header('cache-control', 'no-store')
        .send(archive);
    },
  );
  answerFileErrors(app);
}

/**
 * A folder for each evidence, and a list of hashes that `sha256sum -c` reads. A file that is gone by now breaks the download off: half a
 * zip must not look whole.
 */
async function write(archive: ZipArchive, evidence: readonly ZippedEvidence[], store: ObjectStore): Promise<void> {
  const sums: string[] = [];
  for (const { number, title, files } of evidence) {
    for (const { name, sha256 } of files) {
      const path = `${number}/${files.length === 1 ? titled(title, name) : name}`;
      await appended(archive, (await store.open(sha256)).stream, path);
      if (archive.destroyed) return;
      sums.push(`${sha256}  ${path}\n`);
    }
  }
  archive.append(sums.join(''), { name: 'SHA256SUMS' });
  await archive.finalize();
}

/** By its title, with the ending of the file. */
function titled(title: string, name: string): string {
  return safeFileName(`${[...title].slice(0, 60).join('')}${/\.\w{1,8}$/.exec(name)?.[0] ?? ''}`);
}

/** Resolves once the whole entry was read, or the download was given up; a reading that fails rejects. */
function appended(archive: ZipArchive, stream: Readable, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const gaveUp = (): void => {
      stream.destroy();
      resolve();
    };
    // Given up while the file was being opened: nobody else would close it.
    if (archive.destroyed) return gaveUp();
    archive.once('close', gaveUp);
    stream.once('end', () => {
      archive.off('close', gaveUp);
      resolve();
    });
    stream.once('error', reject);
    archive.append(stream, { name: path });
  });
}

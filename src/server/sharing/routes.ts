import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { onlineKind } from '../../domain/codes/online-evidence.ts';
import { recordShareOpening } from '../custody/evidence/download-history.ts';
import { isMainFile } from '../custody/evidence/evidence-files.ts';
import type { Database } from '../db/database.ts';
import { answerFileErrors } from '../http/files/files.ts';
import { sendStored } from '../http/files/send-file.ts';
import type { ObjectStore } from '../storage/store.ts';

/**
 * `GET /s/<token>`: the picture or the recording that a share address opens, to look at and to play, by ranges too; inert like every file.
 */
export async function shareRoutes(app: FastifyInstance, { db, store }: { db: Database; store: ObjectStore }): Promise<void> {
  const answer = async (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply): Promise<FastifyReply> => {
    const file = await findShared(db, request.params['*']);
    // Noted before its first byte is sent.
    if (file && request.method === 'GET') await recordShareOpening(db, file.number, request.ip);
    // Asked for again at each look, so that a revoked address shows nothing from then on.
    return sendStored(
      request,
      reply,
      store,
      file && { ...file, disposition: 'inline', secondsLeft: directSeconds, cacheControl: 'private, no-cache', isPublic: true },
    );
  };
  app.route({ method: ['GET', 'HEAD'], url: '/s/*', exposeHeadRoute: false, handler: answer });
  answerFileErrors(app);
}

/**
 * As long as every other address of the storage, because nobody can take one back (docs/security.md); the mobile page asks here again when
 * it ends.
 */
const directSeconds = 900;

async function findShared(
  db: Database,
  token: string,
): Promise<{ sha256: string; mediaType: string; name: string; number: string } | null> {
  // 32 bytes in base64url; anything else is no token of ours.
  if (!/^[\w-]{43}$/.test(token)) return null;
  const found = await db
    .selectFrom('share_address')
    .innerJoin('evidence', 'evidence.number', 'share_address.number')
    .innerJoin('evidence_file', (join) => join.onRef('evidence_file.evidence_id', '=', 'evidence.id').on(isMainFile))
    .select(['evidence_file.sha256', 'evidence_file.media_type as mediaType', 'evidence.file_name as name', 'evidence.number'])
    .where('share_address.token', '=', token)
    .where('share_address.revoked_at', 'is', null)
    .where('evidence.file_status', '=', 'stored')
    // Of other evidence an address opens the dossier alone.
    .where('evidence.kind', 'in', onlineKind.names)
    .executeTakeFirst();
  return found && /^(?:image|audio|video)\//.test(found.mediaType) ? found : null;
}

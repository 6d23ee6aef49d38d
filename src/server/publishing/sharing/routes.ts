import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { onlineKind } from '../../../domain/business/codes/online-evidence.ts';
import { recordShareOpening } from '../../custody/evidence/download-history.ts';
import { isMainFile } from '../../custody/evidence/evidence-files.ts';
import type { Database } from '../../platform/db/database.ts';
import { callerAddress } from '../../platform/http/limits/address.ts';
import { answerFileErrors } from '../../platform/http/files/files.ts';
import { sendStored } from '../../platform/http/files/send-file.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';

/** `GET /s/<token>`: shows the picture or plays the recording of a share address. Supports ranges, and is inert like every file. */
export async function shareRoutes(app: FastifyInstance, { db, store }: { db: Database; store: ObjectStore }): Promise<void> {
  const answer = async (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply): Promise<FastifyReply> => {
    const file = await findShared(db, request.params['*']);
    // Recorded before the first byte is sent.
    if (file && request.method === 'GET') await recordShareOpening(db, file.number, callerAddress(request));
    // Not cached, so that a revoked address shows nothing from then on.
    return sendStored(
      request,
      reply,
      store,
      file && { ...file, disposition: 'inline', secondsLeft: directSeconds, cacheControl: 'private, no-cache', isPublic: true },
    );
  };
  app.route({ method: ['GET', 'HEAD'], url: '/s/*', handler: answer });
  answerFileErrors(app);
}

/**
 * As long as every other direct link to the storage, because such links cannot be revoked (docs/security.md). The mobile page requests this
 * address again when one expires.
 */
const directSeconds = 900;

async function findShared(
  db: Database,
  token: string,
): Promise<{ sha256: string; mediaType: string; name: string; number: string } | null> {
  // 32 bytes in base64url; anything else is not a token.
  if (!/^[\w-]{43}$/.test(token)) return null;
  const found = await db
    .selectFrom('share_address')
    .innerJoin('evidence', 'evidence.number', 'share_address.number')
    .innerJoin('evidence_file', (join) => join.onRef('evidence_file.evidence_id', '=', 'evidence.id').on(isMainFile))
    .select(['evidence_file.sha256', 'evidence_file.media_type as mediaType', 'evidence.file_name as name', 'evidence.number'])
    .where('share_address.token', '=', token)
    .where('share_address.revoked_at', 'is', null)
    .where('evidence.file_status', '=', 'stored')
    // For other evidence an address opens only the dossier.
    .where('evidence.kind', 'in', onlineKind.names)
    .executeTakeFirst();
  return found && /^(?:image|audio|video)\//.test(found.mediaType) ? found : null;
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SharedFacts } from '../../../contract/console/preview.ts';
import { evidenceKindLabel } from '../../../domain/business/codes/evidence.ts';
import { onlineKind } from '../../../domain/business/codes/online-evidence.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { recordShareOpening } from '../../custody/evidence/download-history.ts';
import { isMainFile } from '../../custody/evidence/evidence-files.ts';
import type { Database } from '../../platform/db/database.ts';
import { callerAddress } from '../../platform/http/limits/address.ts';
import { answerFileErrors } from '../../platform/http/files/files.ts';
import { sendGone, sendStored } from '../../platform/http/files/send-file.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';

interface ShareDeps {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly officeName: string;
}

/**
 * `GET /s/<token>`: shows the picture or plays the recording of a share address. Supports ranges, and is inert like every file. `/facts`
 * beside it says what it is.
 */
export async function shareRoutes(app: FastifyInstance, { db, store, officeName }: ShareDeps): Promise<void> {
  app.addHook('onRequest', withoutAgentCluster);
  const answer = async (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply): Promise<FastifyReply> => {
    const file = await findShared(db, request.params['*']);
    // Recorded before the first byte is sent.
    if (file && request.method === 'GET') await recordShareOpening(db, file.number, callerAddress(request));
    // Not cached, so that a revoked address shows nothing from then on.
    return sendStored(
      request,
      reply,
      store,
      file && {
        sha256: file.sha256,
        mediaType: file.mediaType,
        name: file.name,
        disposition: 'inline',
        secondsLeft: directSeconds,
        cacheControl: 'private, no-cache',
        isPublic: true,
      },
    );
  };
  app.route({ method: ['GET', 'HEAD'], url: '/s/*', handler: answer });
  app.get<{ Params: { token: string } }>('/s/:token/facts', async (request, reply) => {
    const file = await findShared(db, request.params.token);
    if (!file) return sendGone(reply);
    const facts: SharedFacts = {
      number: file.number,
      name: file.title,
      kind_name: evidenceKindLabel(file.kind),
      office: officeName,
      time: formatTime(file.savedAt),
    };
    return reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }).send(facts);
  });
  // A browser asks for it beside a picture. That page has no origin, so without this header the browser reports a blocked resource.
  app.get('/favicon.ico', async (_request, reply) =>
    reply.status(204).headers({ 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'public, max-age=86400' }).send(),
  );
  answerFileErrors(app);
}

/** A sandboxed page has no origin that could have an agent cluster of its own; browsers warn of the header. */
export async function withoutAgentCluster(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.removeHeader('origin-agent-cluster');
}

/**
 * As long as every other direct link to the storage, because such links cannot be revoked (docs/security.md). The mobile page requests this
 * address again when one expires.
 */
const directSeconds = 900;

async function findShared(db: Database, token: string) {
  // 32 bytes in base64url; anything else is not a token.
  if (!/^[\w-]{43}$/.test(token)) return null;
  const found = await db
    .selectFrom('share_address')
    .innerJoin('evidence', 'evidence.number', 'share_address.number')
    .innerJoin('evidence_file', (join) => join.onRef('evidence_file.evidence_id', '=', 'evidence.id').on(isMainFile))
    .select(['evidence_file.sha256', 'evidence_file.media_type as mediaType', 'evidence.file_name as name', 'evidence.number'])
    .select(['evidence.title', 'evidence.kind', 'evidence.saved_at as savedAt'])
    .where('share_address.token', '=', token)
    .where('share_address.revoked_at', 'is', null)
    .where('evidence.file_status', '=', 'stored')
    // For other evidence an address opens only the dossier.
    .where('evidence.kind', 'in', onlineKind.names)
    .executeTakeFirst();
  return found && /^(?:image|audio|video)\//.test(found.mediaType) ? found : null;
}

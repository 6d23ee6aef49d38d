import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { encodeBundle } from '../../../domain/proof/tlog/entry-bundle.ts';
import { formatVkey } from '../../../domain/proof/tlog/note-key.ts';
import { packageNames } from '../../../domain/proof/evidence/package-names.ts';
import { tileAt, tileWidth, type Tile } from '../../../domain/proof/tlog/tiles.ts';
import { parseTilePath } from '../../../domain/proof/tlog/tile-path.ts';
import type { Database } from '../../platform/db/database.ts';
import { publishedCheckpoint } from '../log/cosigned.ts';
import { currentSm2Certificate } from '../guomi/sm2-certificate-store.ts';
import { readLogKey } from '../log/log-signer.ts';
import { readHead, readTiles } from '../log/log-store.ts';
import { publishedPolicy } from '../log/published-policy.ts';
import { currentCertificate } from '../identity/signing-identity.ts';

/**
 * Serves the log to mirrors and auditors, read-only (C2SP tlog-tiles): `/log/checkpoint` with its cosignatures, `/log/tile/<L>/<N>` and, if
 * `publicEntries` is set, `/log/tile/entries/<N>`. Also serves what packages are compared with: the office's policy, the log's key and the
 * office's certificates. Entries contain evidence numbers, which permit look-ups, so only `publicEntries` serves them
 * (decision 0006).
 */
export async function tileRoutes(app: FastifyInstance, { db, publicEntries }: { db: Database; publicEntries: boolean }): Promise<void> {
  app.get('/log/checkpoint', publicRead, async (_request, reply) => {
    const checkpoint = await publishedCheckpoint(db);
    return checkpoint ? published(reply, 'text/plain; charset=utf-8', checkpoint.cosigned) : absent(reply);
  });
  app.get('/log/policy', publicRead, async (_request, reply) => {
    const policy = await publishedPolicy(db);
    return policy === null ? absent(reply) : published(reply, 'text/plain; charset=utf-8', policy);
  });
  // Under the same names as in a package, for comparison byte for byte.
  app.get(`/log/${packageNames.logKey}`, publicRead, async (_request, reply) => {
    const key = await readLogKey(db);
    return key ? published(reply, 'text/plain; charset=utf-8', `${formatVkey(key)}\n`) : absent(reply);
  });
  app.get(`/log/${packageNames.officeCertificate}`, publicRead, async (_request, reply) => {
    const certificate = await currentCertificate(db);
    return certificate ? published(reply, 'application/x-pem-file', certificate.pem) : absent(reply);
  });
  app.get(`/log/${packageNames.sm2Certificate}`, publicRead, async (_request, reply) => {
    const certificate = await currentSm2Certificate(db);
    return certificate ? published(reply, 'application/x-pem-file', certificate.pem) : absent(reply);
  });
  // One wildcard, so that a wrong address under /log never reaches the console's page.
  app.get(
    '/log/*',
    { ...publicRead, config: { isFrequent: true } },
    async (request: FastifyRequest<{ Params: { '*': string } }>, reply) => {
      const wanted = parseTilePath(request.params['*']);
      if (!wanted || (wanted.kind === 'entries' && !publicEntries)) return absent(reply);
      const tile = { level: wanted.kind === 'entries' ? 0 : wanted.level, index: wanted.index, width: wanted.width };
      const bytes = await (wanted.kind === 'entries' ? readBundle(db, tile) : readTile(db, tile));
      if (!bytes) return absent(reply);
      // The content of a path never changes: a partial tile that grows gets another path.
      return reply.type('application/octet-stream').header('cache-control', 'public, max-age=31536000, immutable').send(Buffer.from(bytes));
    },
  );
}

const publicRead = { exposeHeadRoute: true } as const;

async function readTile(db: Database, tile: Tile): Promise<Uint8Array | null> {
  if (!Number.isSafeInteger(tile.index * tileWidth)) return null;
  return (await readTiles(db, [tile]))[0] ?? null;
}

async function readBundle(db: Database, tile: Tile): Promise<Uint8Array | null> {
  const widest = tileAt(0, tile.index, (await readHead(db)).size);
  if (!widest || widest.width < tile.width) return null;
  const first = tile.index * tileWidth;
  const rows = await db
    .selectFrom('log_entry')
    .select('entry')
    .where('seq', '>=', String(first))
    .where('seq', '<', String(first + tile.width))
    .orderBy('seq')
    .execute();
  return rows.length === tile.width ? encodeBundle(rows.map(({ entry }) => entry)) : null;
}

function published(reply: FastifyReply, type: string, text: string): FastifyReply {
  return reply.type(type).header('cache-control', 'no-cache').send(text);
}

function absent(reply: FastifyReply): FastifyReply {
  return reply.status(404).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('not in the log\n');
}

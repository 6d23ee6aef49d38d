import type { FastifyInstance, FastifyRequest } from 'fastify';
import { faultMessage, readFields } from '../../../contract/open/faults.ts';
import { latestVersionCalls } from '../../../contract/open/latest-version.ts';
import { appPlatform, iosReview, type AppPlatform } from '../../../domain/business/codes/releases.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { Config } from '../../platform/runtime/config.ts';
import { isFaultyObject } from '../../custody/objects/object-fault.ts';
import type { Database } from '../../platform/db/database.ts';
import { originOf } from '../../platform/http/origin.ts';
import { refuseUnsigned, serveUnsigned } from '../../platform/http/unsigned.ts';
import type { LinkSigner } from '../../platform/storage/signed-links.ts';
import { packageLink } from './package-link.ts';

interface LatestVersionDeps {
  readonly db: Database;
  readonly links: LinkSigner;
  readonly config: Pick<Config, 'publicUrl'>;
}

/** An installed app's query, without a key: the highest version of its platform. */
export async function latestVersionRoute(app: FastifyInstance, { db, links, config }: LatestVersionDeps): Promise<void> {
  serveUnsigned(app);

  app.get(latestVersionCalls.latestVersion.path, { exposeHeadRoute: true }, async (request, reply) => {
    const query = readFields(latestVersionCalls.latestVersion.query, request.query, 'query');
    if (query.faults) return refuseUnsigned(reply, 400, 'malformed', faultMessage(query.faults));
    const latest = await describeLatest(db, query.data.type, (file) => absolute(request, packageLink(links, file)));
    return latest ?? refuseUnsigned(reply, 404, 'unknown', 'there is no version yet');
  });

  /** An app has no page to resolve a relative path against. */
  function absolute(request: FastifyRequest, path: string): string {
    return originOf(config.publicUrl, request) + path;
  }
}

async function describeLatest(db: Database, platform: AppPlatform, linkOf: (file: Parameters<typeof packageLink>[1]) => string) {
  const latest = await db
    .selectFrom('app_version')
    .selectAll()
    .where('platform', '=', platform)
    .orderBy('parts', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!latest) return null;
  const { version } = latest;
  const sha256 = latest.sha256 === null || (await isFaultyObject(db, latest.sha256)) ? null : latest.sha256;
  return {
    type: appPlatform.code(platform),
    current_version: version,
    update_content: latest.content,
    update_time: formatTime(latest.released_at),
    ...(sha256 === null
      ? {}
      : { url: linkOf({ sha256, packageName: latest.package_name ?? '', version }), file_size: Number(latest.size_bytes), sha256 }),
    ...(latest.review === null ? {} : { status: iosReview.code(latest.review) }),
  };
}

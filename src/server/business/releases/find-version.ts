import type { Selectable } from 'kysely';
import type { VersionDetail } from '../../../contract/console/releases.ts';
import { versionRowOf } from './wire-rows.ts';
import { isFaultyObject } from '../../custody/objects/object-fault.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { FileLinks } from '../../platform/storage/signed-links.ts';
import { packageLink } from './package-link.ts';

/** All data of a version's details page, or null if the version does not exist. */
export async function findVersion(db: Database, links: FileLinks, id: string): Promise<VersionDetail | null> {
  const row = await db.selectFrom('app_version').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const { sha256 } = row;
  const hasFault = sha256 !== null && (await isFaultyObject(db, sha256));
  return {
    ...versionRowOf({ ...row, releasedAt: row.released_at, createdAt: row.created_at }),
    update_desc: row.description,
    address: row.file_name ?? '',
    url: sha256 === null || hasFault ? '' : packageLink(links, { sha256, packageName: row.package_name ?? '', version: row.version }),
    package: sha256 === null ? null : packageOf(row, sha256, hasFault),
  };
}

function packageOf(row: Selectable<Tables['app_version']>, sha256: string, hasFault: boolean): VersionDetail['package'] {
  return {
    package_name: row.package_name ?? '',
    version_name: row.version_name ?? '',
    version_code: Number(row.version_code),
    file_size: Number(row.size_bytes),
    sha256,
    is_damaged: hasFault,
  };
}

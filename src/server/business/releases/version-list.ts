import type { AppPlatform } from '../../../domain/business/codes/releases.ts';
import type { Database } from '../../platform/db/database.ts';
import { defineList } from '../../desk/lists/list.ts';
import type { ListRow } from '../../desk/lists/list-row.ts';

/** Versions of one platform, newest first. Declared in migrations/baseline/0012_releases.sql. */
export const versionList = defineList({
  name: 'versions',
  table: 'app_version',
  time: 'created_at',
  columns: {
    id: 'id',
    platform: 'platform',
    version: 'version',
    previous: 'previous',
    releasedAt: 'released_at',
    content: 'content',
    review: 'review',
    createdAt: 'created_at',
    operator: 'operator',
  },
  counted: [['platform']],
  ranges: {},
});
export type ListedVersion = ListRow<typeof versionList>;

/** Every version number of a platform, highest first. */
export function versionNumbers(db: Database, platform: AppPlatform): Promise<{ id: string; version: string }[]> {
  return db.selectFrom('app_version').select(['id', 'version']).where('platform', '=', platform).orderBy('parts', 'desc').execute();
}

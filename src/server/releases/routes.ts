import type { releaseCalls } from '../../contract/releases.ts';
import { versionRowOf } from '../../contract/releases-wire.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Lists } from '../db/list-pools.ts';
import { listPage } from '../db/list.ts';
import type { Handlers } from '../http/mount.ts';
import { refuse } from '../http/refusal.ts';
import type { LinkSigner } from '../storage/signed-links.ts';
import type { ObjectStore } from '../storage/store.ts';
import { operatorActor } from '../trail/trail.ts';
import { addVersion } from './add-version.ts';
import { findVersion } from './find-version.ts';
import { setIosReview } from './ios-review.ts';
import { keepPackage } from './package-upload.ts';
import { versionList, versionNumbers } from './version-list.ts';

interface Parts {
  readonly db: Database;
  readonly lists: Lists;
  readonly store: ObjectStore;
  readonly links: LinkSigner;
  readonly config: Pick<Config, 'apkMaxBytes'>;
}

export function releaseRoutes({ db, lists, store, links, config }: Parts): Handlers<typeof releaseCalls> {
  return {
    async getVersionList({ type: platform, page, limit }) {
      const { rows, total } = await listPage(lists, versionList, { facets: { platform }, page, limit });
      return { list: rows.map(versionRowOf), count: total };
    },

    async versionList({ type: platform }) {
      const versions = await versionNumbers(db, platform);
      return { list: versions.map(({ id, version }) => ({ id, current_version: version })) };
    },

    async addVersion(version, { operator, ip }) {
      await addVersion(db, version, operatorActor(operator, ip));
      return null;
    },

    async uploadPackage(_input, { operator, ip, file }) {
      const kept = await keepPackage(db, store, file, config.apkMaxBytes, operatorActor(operator, ip));
      return {
        path: kept.reference,
        file_name: kept.fileName,
        package_name: kept.packageName,
        version_name: kept.versionName,
        version_code: kept.versionCode,
        file_size: kept.sizeBytes,
        sha256: kept.sha256,
      };
    },

    async versionDetail({ id }) {
      const version = await findVersion(db, links, id);
      if (!version) throw refuse('该版本不存在');
      return version;
    },

    async iosSwitch({ id, status }, { operator, ip }) {
      await setIosReview(db, id, status, operatorActor(operator, ip));
      return null;
    },
  };
}

import type { releaseCalls } from '../../contract/console/releases.ts';
import { versionRowOf } from './wire-rows.ts';
import type { Config } from '../runtime/config.ts';
import type { Database } from '../db/database.ts';
import type { Lists } from '../lists/pools.ts';
import { listPage } from '../lists/list-page.ts';
import type { Handlers } from '../http/mount.ts';
import { refuse } from '../http/refusal.ts';
import type { StagingAreas } from '../storage/staging-areas.ts';
import type { ObjectStore } from '../storage/store.ts';
import { operatorActor } from '../trail/trail.ts';
import { addVersion } from './add-version.ts';
import { findVersion } from './find-version.ts';
import { setIosReview } from './ios-review.ts';
import { beginPackage, chunkBytes, takePackageChunk } from './package-chunks.ts';
import { passingHashes } from './passing-hash.ts';
import { finishPackage, storePackage, type StoredPackage } from './package-upload.ts';
import { versionList, versionNumbers } from './version-list.ts';

interface ReleaseDeps {
  readonly db: Database;
  readonly lists: Lists;
  readonly store: ObjectStore;
  /** Staging areas of packages until a version takes them. */
  readonly stages: StagingAreas;
  readonly config: Pick<Config, 'apkMaxBytes'>;
}

export function releaseRoutes({ db, lists, store, stages, config }: ReleaseDeps): Handlers<typeof releaseCalls> {
  const uploads = { db, stages, passing: passingHashes() };
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
      await addVersion(db, { stages, store }, version, operatorActor(operator, ip));
      return null;
    },

    async uploadPackage(_input, { operator, ip, file }) {
      return uploadedOf(await storePackage(uploads, file, config.apkMaxBytes, operatorActor(operator, ip)));
    },

    async beginPackage({ name, size: sizeBytes, anew }, { operator }) {
      const { reference, chunks } = await beginPackage(
        db,
        { name, sizeBytes, isAnew: anew === '1' },
        config.apkMaxBytes,
        operator.accountId,
      );
      return {
        upload: reference,
        piece_bytes: chunkBytes,
        pieces: chunks.map(({ start, sizeBytes: size, sha256 }) => ({ start, size, sha256 })),
      };
    },

    async uploadChunk({ upload: reference, offset, sha256 }, { operator, file }) {
      return { offset: await takePackageChunk(uploads, { reference, offset, sha256, bytes: file.bytes() }, operator.accountId) };
    },

    async finishPackage({ upload }, { operator, ip }) {
      return uploadedOf(await finishPackage(uploads, upload, operatorActor(operator, ip)));
    },

    async versionDetail({ id }, { links }) {
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

function uploadedOf({ reference, fileName, packageName, versionName, versionCode, sizeBytes, sha256 }: StoredPackage) {
  return {
    path: reference,
    file_name: fileName,
    package_name: packageName,
    version_name: versionName,
    version_code: versionCode,
    file_size: sizeBytes,
    sha256,
  };
}

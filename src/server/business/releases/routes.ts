import type { releaseCalls } from '../../../contract/console/releases.ts';
import type { IosReview } from '../../../domain/business/codes/releases.ts';
import { listPage } from '../../desk/lists/list-page.ts';
import type { Lists } from '../../desk/lists/pools.ts';
import { type Actor, operatorActor, recordTrail } from '../../desk/trail/trail.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { conflict, refuse } from '../../platform/http/refusal.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { StagingAreas } from '../../platform/storage/staging-areas.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';
import { addVersion } from './add-version.ts';
import { findVersion } from './find-version.ts';
import { beginPackage, chunkBytes, takePackageChunk } from './package-chunks.ts';
import { finishPackage, type StoredPackage, storePackage } from './package-upload.ts';
import { passingHashes } from './passing-hash.ts';
import { changeReview } from './store.ts';
import { versionList, versionNumbers } from './version-list.ts';
import { versionRowOf } from './wire-rows.ts';

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

/** Sets whether the store approved an iOS version. @throws Refusal if it is not an iOS version, or is already in that state. */
async function setIosReview(db: Database, id: string, to: IosReview, actor: Actor): Promise<void> {
  const from: IosReview = to === 'passed' ? 'waiting' : 'passed';
  await db.transaction().execute(async (tx) => {
    const changed = await changeReview(tx, id, from, to);
    if (!changed) {
      const version = await tx.selectFrom('app_version').select('platform').where('id', '=', id).executeTakeFirst();
      if (!version) throw refuse('该版本不存在');
      if (version.platform !== 'ios') throw refuse('仅iOS版本有过审状态');
      throw conflict('该版本的过审状态已被修改，请刷新后查看');
    }
    await recordTrail(tx, actor, { action: '设置过审状态', object: `version/${id}`, before: { review: from }, after: { review: to } });
  });
}

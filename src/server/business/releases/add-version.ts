import type { ReleasedThing } from '../../../contract/console/releases.ts';
import { compareVersions, versionParts } from '../../../domain/business/rules/version.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { insertVersion, lockPlatform } from './store.ts';
import { storePackage, takeUpload, type PackagePlaces } from './take-package.ts';

export interface NewVersion {
  readonly current_version: string;
  readonly upper_version?: string | undefined;
  readonly update_time: Date;
  readonly update_desc: string;
  readonly update_content: string;
  readonly thing: ReleasedThing;
  /** The operator has confirmed a version lower than the latest one. */
  readonly isConfirmed: boolean;
}

/**
 * Adds a version of one platform, with its trail row and, for Android, the use of its upload, in one transaction. Additions to a platform
 * run one after another.
 * @throws Refusal if the version exists, its previous version does not, it is lower than the latest one and not confirmed, or the upload
 * cannot be used.
 */
export async function addVersion(db: Database, places: PackagePlaces, version: NewVersion, actor: Actor): Promise<void> {
  const { thing, current_version: number, upper_version: previous = '' } = version;
  const { platform } = thing;
  if (thing.platform === 'android') {
    // Copied before the transaction, which blocks other additions; and only after a first check, so that a refused version copies nothing.
    await placeOf(db, version);
    await storePackage(db, places, thing.address, actor.id);
  }
  await db.transaction().execute(async (tx) => {
    await lockPlatform(tx, platform);
    const parts = await placeOf(tx, version);
    const kept = thing.platform === 'android' ? await takeUpload(tx, thing.address, actor.id) : null;
    const review = thing.platform === 'ios' ? thing.review : null;
    const id = await insertVersion(tx, {
      platform,
      version: number,
      parts,
      previous,
      released_at: version.update_time,
      description: version.update_desc,
      content: version.update_content,
      review,
      ...kept,
      operator_id: actor.id,
      operator: actor.name,
    });
    await recordTrail(tx, actor, {
      action: '新增版本',
      object: `version/${id}`,
      after: { platform, version: number, previous, review, package: kept?.sha256 },
    });
  });
}

/** The parsed version number, checked against the existing versions. @throws Refusal if it may not be added. */
async function placeOf(
  tx: Database | Tx,
  { thing, current_version: number, upper_version: previous, isConfirmed }: NewVersion,
): Promise<number[]> {
  const parts = partsOf(number);
  const known = await tx
    .selectFrom('app_version')
    .select(['version', 'parts'])
    .where('platform', '=', thing.platform)
    .orderBy('parts', 'desc')
    .execute();
  const latest = known[0];
  if (latest && previous === undefined) throw refuse('上一版本号不能为空', { upper_version: '上一版本号不能为空' });
  const isKnown = (wanted: readonly number[]) => known.some((one) => compareVersions(one.parts, wanted) === 0);
  if (isKnown(parts)) throw refuse('该版本号已存在', { current_version: '该版本号已存在' });
  if (previous !== undefined && !isKnown(partsOf(previous)))
    throw refuse('上一版本号不在版本列表中', { upper_version: '上一版本号不在版本列表中' });
  if (latest && compareVersions(parts, latest.parts) < 0 && !isConfirmed) {
    const lower = `当前版本号低于最新版本${latest.version}，请确认后再添加`;
    throw refuse(lower, { current_version: lower });
  }
  return parts;
}

/** The contract accepts only well-formed numbers. */
function partsOf(number: string): number[] {
  const parts = versionParts(number);
  if (!parts) throw new TypeError(`${number} is no version`);
  return parts;
}

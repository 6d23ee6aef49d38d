import { appPlatform, iosReview, type AppPlatform, type IosReview } from '../../domain/codes/releases.ts';
import { formatTime } from '../../domain/text/time.ts';
import type { VersionRow } from '../../contract/console/releases.ts';

/** A version of an app as the server keeps it. */
export interface ListedVersion {
  readonly id: string;
  readonly platform: AppPlatform;
  readonly version: string;
  readonly previous: string;
  readonly releasedAt: Date;
  readonly content: string;
  /** Null for Android. */
  readonly review: IosReview | null;
  readonly createdAt: Date;
  readonly operator: string;
}

export function versionRowOf({
  id,
  platform,
  version,
  previous,
  releasedAt,
  content,
  review,
  createdAt,
  operator,
}: ListedVersion): VersionRow {
  const status = review === null ? '' : iosReview.code(review);
  return {
    id,
    type: appPlatform.code(platform),
    type_name: appPlatform.label(platform),
    current_version: version,
    upper_version: previous,
    update_time: formatTime(releasedAt),
    update_content: content,
    status,
    status_name: review === null ? '' : iosReview.label(review),
    iosStatus: status,
    create_time: formatTime(createdAt),
    operator,
  };
}

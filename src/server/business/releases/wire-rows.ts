import { appPlatform, iosReview } from '../../../domain/business/codes/releases.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { VersionRow } from '../../../contract/console/releases.ts';
import type { ListedVersion } from './version-list.ts';

export function versionRowOf(version: ListedVersion): VersionRow {
  const { review } = version;
  const status = review === null ? '' : iosReview.code(review);
  return {
    id: version.id,
    type: appPlatform.code(version.platform),
    type_name: appPlatform.label(version.platform),
    current_version: version.version,
    upper_version: version.previous,
    update_time: formatTime(version.releasedAt),
    update_content: version.content,
    status,
    status_name: review === null ? '' : iosReview.label(review),
    iosStatus: status,
    create_time: formatTime(version.createdAt),
    operator: version.operator,
  };
}

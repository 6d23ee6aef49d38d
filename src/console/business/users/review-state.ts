import type { UserDetail } from '../../../contract/console/users.ts';
import { repairType, userStatus } from '../../../domain/business/codes/users.ts';
import type { Picture } from '../../kit/ui/images/image-viewer.tsx';
import { reviewedOf, submittedPictures } from './detail-fields.ts';

/** The decision that was already made; undefined while the review is open. */
export function stateOf(detail: UserDetail, isRepair: boolean): string | undefined {
  const repair = reviewedOf(detail).submitted?.repair_type ?? repairType.code('none');
  if (isRepair) return repairType.is(repair, 'pending') ? undefined : `此申请的当前状态：${repairType.labelOf(repair)}`;
  return userStatus.is(detail.userInfo.user_status, 'pending') ? undefined : `此申请的当前状态：${detail.userInfo.status_name}`;
}

export function picturesOf(detail: UserDetail | undefined): Picture[] {
  const submitted = detail && reviewedOf(detail).submitted;
  return submitted ? submittedPictures(submitted) : [];
}

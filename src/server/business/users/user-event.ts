import { repairType, userStatus } from '../../../domain/business/codes/users.ts';
import type { ReviewState } from '../../../domain/business/rules/user-review.ts';
import type { EventType } from '../../../contract/open/events.ts';
import type { NewEvent } from '../../desk/events/emit.ts';

/** @param user its state after the change. @param reason null if none was given. */
export function userEvent(
  type: Extract<EventType, `user.${string}`>,
  { id, status, repair }: ReviewState & { readonly id: string },
  reason: string | null,
): NewEvent {
  return { type, data: { user_id: id, user_status: userStatus.code(status), repair_type: repairType.code(repair), reason } };
}

import { queryOptions } from '@tanstack/react-query';
import { userPage } from '../../domain/access/access.ts';
import { reviewKind, userType } from '../../domain/codes/users.ts';
import type { Operator } from '../session/operator.tsx';
import { get } from '../net/call.ts';
import type { Fields } from '../net/request.ts';
import { userListKey } from './user-query.ts';

/**
 * The next user who waits for a review after `current`, longest waiting first and cyclic, and how many wait. Uses the list's filters, with
 * the kind of review in place of their status. No user if the operator may not open the list.
 */
export function nextReview(
  type: number,
  isRepair: boolean,
  { status: _status, ...filters }: Fields,
  current: string,
  can: Operator['can'],
) {
  const fields = { ...filters, type, kind: reviewKind.code(isRepair ? 'repair' : 'first'), after: current };
  const typeName = userType.nameOf(type);
  return queryOptions({
    queryKey: [...userListKey, 'next', fields],
    queryFn: async ({ signal }) => {
      const { user_id, count } = await get('/api/ajax/user/nextReview', fields, { signal, quiet: true });
      return { next: user_id === '' ? undefined : user_id, waiting: count };
    },
    enabled: typeName !== undefined && can(userPage[typeName]),
  });
}

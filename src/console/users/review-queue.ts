import { queryOptions } from '@tanstack/react-query';
import { userPage } from '../../domain/access/access.ts';
import { reviewKind, userType } from '../../domain/codes/users.ts';
import type { Operator } from '../session/operator.tsx';
import { get } from '../net/call.ts';
import type { Fields } from '../net/request.ts';
import { userListKey } from './user-query.ts';

/**
 * Who waits for a review after `current`, the longest waiting first and round again at the end, and how many wait: under the list's
 * filters, whose status the kind of review stands in for. Nobody for an operator who may not open the list.
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

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../domain/limits.ts';
import { userPage } from '../../domain/access.ts';
import { userStatus, userType } from '../../domain/codes/users.ts';
import { useOperator } from '../app/operator.tsx';
import { get } from '../kit/call.ts';
import type { Fields } from '../kit/request.ts';
import { userListKey } from './user-query.ts';

/** Who waits for a review after this one: under the list's filters for real-name reviews, the page's rows for supplementary ones; nobody for an operator who may not open the list. */
export function useReviewQueue(type: number, isRepair: boolean, filters: Fields, repairs: readonly string[]) {
  const fields = { ...filters, type, status: userStatus.code('pending'), page: 1, limit: limits.pageSizeMax };
  const { can } = useOperator();
  const typeName = userType.nameOf(type);
  const [first] = useState(repairs);
  const waiting = useQuery({
    queryKey: [...userListKey, 'waiting', fields],
    queryFn: async ({ signal }) => {
      const { list, count } = await get('/api/ajax/user/getUserList', fields, { signal, quiet: true });
      return { ids: list.map((row) => row.user_id), total: count };
    },
    enabled: !isRepair && typeName !== undefined && can(userPage[typeName]),
  });
  return isRepair ? { ids: first, total: first.length } : (waiting.data ?? { ids: [], total: undefined });
}

/** The one after `current`, from the top again at the end; undefined when nobody else waits. `done` ones are passed over. */
export function nextInQueue(ids: readonly string[], current: string, done: ReadonlySet<string>): string | undefined {
  const at = ids.indexOf(current);
  const ordered = [...ids.slice(at + 1), ...ids.slice(0, Math.max(0, at))];
  return ordered.find((id) => id !== current && !done.has(id));
}

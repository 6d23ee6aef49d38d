import { useQuery } from '@tanstack/react-query';
import { get } from '../../kit/net/call.ts';

const path = '/api/user/userDetail';

/** A user with their submission. Each fetch is a row of the trail, so neither focus nor network recovery repeats it. */
export function useUserDetail(userId: string) {
  return useQuery({
    queryKey: [path, userId],
    queryFn: ({ signal }) => get(path, { user_id: userId }, { signal, quiet: true }),
    staleTime: 30_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export const userDetailKey = [path];
export const userListKey = ['/api/ajax/user/getUserList'];

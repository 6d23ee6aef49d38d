import { useEffect } from 'react';

interface Place {
  readonly address: string;
  readonly page: number;
  readonly limit: number;
  readonly goBackTo: (page: number) => void;
}

/**
 * The last page; 1 while nothing is known. Goes there from beyond it: the last row of the last page was decided on, and the page before is
 * what the list now ends with.
 * @param shown how many rows stand there, of how many; `isOld` while they are not to be judged by.
 */
export function usePageEnd(
  { address, page, limit, goBackTo }: Place,
  { rows, total, isOld }: { readonly rows: number | undefined; readonly total: number | undefined; readonly isOld: boolean },
): number {
  const last = Math.max(1, Math.ceil((total ?? 0) / limit));
  const isPastEnd = rows === 0 && !isOld && total !== undefined && total > 0 && page > last;
  useEffect(() => {
    if (isPastEnd) goBackTo(last);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each address that lies beyond the end
  }, [isPastEnd, address]);
  return last;
}

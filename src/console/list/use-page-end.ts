import { useEffect } from 'react';

interface Place {
  readonly address: string;
  readonly page: number;
  readonly limit: number;
  readonly goBackTo: (page: number) => void;
}

/**
 * The last page; 1 while it is unknown. If the current page is beyond it, goes to it: the last row of the last page was decided, so the
 * list now ends one page earlier.
 * @param shown number of rows shown and in total; `isOld` while they do not belong to this address.
 */
export function usePageEnd(
  { address, page, limit, goBackTo }: Place,
  { rows, total, isOld }: { readonly rows: number | undefined; readonly total: number | undefined; readonly isOld: boolean },
): number {
  const last = Math.max(1, Math.ceil((total ?? 0) / limit));
  const isPastEnd = rows === 0 && !isOld && total !== undefined && total > 0 && page > last;
  useEffect(() => {
    if (isPastEnd) goBackTo(last);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once per address beyond the end
  }, [isPastEnd, address]);
  return last;
}

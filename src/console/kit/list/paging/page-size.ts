import { useMemo, useState } from 'react';
import { pageSizes, type ListPath, type ListSource } from '../list-source.ts';
import { shared } from '../../storage/storage.ts';

/** The rows per page that an account chose for a list in this browser; undefined if it chose none. */
export function storedSize(uid: string, list: string): number | undefined {
  return pageSizes.find((size) => String(size) === shared.getItem(keyOf(uid, list)));
}

/** The same for the account that last used a list here, known before the server says who is signed in. A wrong guess does no harm. */
export function expectedSize(list: string): number | undefined {
  return storedSize(shared.getItem(lastKey) ?? '', list);
}

/** A source whose bare address has as many rows as the operator chose for this list, and a function that stores another choice. */
export function useSizedSource<P extends ListPath>(base: ListSource<P>, uid: string) {
  const [chosen, setChosen] = useState<{ list: string; size: number }>();
  const size = chosen?.list === base.id ? chosen.size : storedSize(uid, base.id);
  const source = useMemo(() => (size === undefined ? base : { ...base, size }), [base, size]);
  return {
    source,
    keepSize(next: number) {
      shared.setItem(keyOf(uid, base.id), String(next));
      shared.setItem(lastKey, uid);
      setChosen({ list: base.id, size: next });
    },
  };
}

export function perPage(size: number): string {
  return `${size} 条/页`;
}

const lastKey = 'page-size';
function keyOf(uid: string, list: string): string {
  return `${lastKey}:${uid}:${list}`;
}

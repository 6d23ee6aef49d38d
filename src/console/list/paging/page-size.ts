import { useMemo, useState } from 'react';
import { pageSizes, type ListPath, type ListSource } from '../list-source.ts';

/** The rows a page that an account chose for a list in this browser; undefined where it chose none. */
export function keptSize(uid: string, list: string): number | undefined {
  return pageSizes.find((size) => String(size) === localStorage.getItem(keyOf(uid, list)));
}

/** The same of the account that used a list here last: known before the server has said who is signed in. A wrong one does no harm. */
export function expectedSize(list: string): number | undefined {
  return keptSize(localStorage.getItem(lastKey) ?? '', list);
}

/** A source whose bare address has as many rows as the operator chose for this list, and what keeps another choice. */
export function useSizedSource<P extends ListPath>(base: ListSource<P>, uid: string) {
  const [chosen, setChosen] = useState<{ list: string; size: number }>();
  const size = chosen?.list === base.id ? chosen.size : keptSize(uid, base.id);
  const source = useMemo(() => (size === undefined ? base : { ...base, size }), [base, size]);
  return {
    source,
    keepSize(next: number) {
      localStorage.setItem(keyOf(uid, base.id), String(next));
      localStorage.setItem(lastKey, uid);
      setChosen({ list: base.id, size: next });
    },
  };
}

const lastKey = 'page-size';
function keyOf(uid: string, list: string): string {
  return `${lastKey}:${uid}:${list}`;
}

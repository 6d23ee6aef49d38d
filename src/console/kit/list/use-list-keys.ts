import { useRef, type RefObject } from 'react';
import { useKeys } from '../keys/use-keys.ts';
import type { Selection } from './selection/select-cell.tsx';

interface ListKeys<Row> {
  readonly section: RefObject<HTMLElement | null>;
  readonly rowKey: (row: Row) => string;
  /** If rows can be selected. */
  readonly selection: Selection<Row> | undefined;
  /** The rows shown. */
  readonly rows: readonly Row[];
  /** Key of the row that the keys act on. */
  readonly currentKey: string;
  readonly setCurrentKey: (key: string) => void;
  readonly page: number;
  readonly last: number;
  readonly turnTo: (page: number) => void;
  readonly canExport: boolean;
}

/** The keys of every list. Where a button exists, its key clicks it, so that both do exactly the same. */
export function useListKeys<Row>({
  section,
  rowKey,
  selection,
  rows,
  currentKey,
  setCurrentKey,
  page,
  last,
  turnTo,
  canExport,
}: ListKeys<Row>): void {
  /** Key of the row where a range of selected rows starts. */
  const anchor = useRef('');
  const keys = rows.map(rowKey);
  const at = keys.indexOf(currentKey);
  const press = (selector: string) => section.current?.querySelector<HTMLElement>(selector)?.click();
  const step = (by: 1 | -1) => {
    const next = at < 0 ? (by > 0 ? 0 : keys.length - 1) : at + by;
    const key = keys[next];
    if (key === undefined) return;
    section.current?.querySelectorAll<HTMLElement>('tbody tr')[next]?.focus({ preventScroll: true });
    setCurrentKey(key);
  };
  const select = (isRange: boolean) => {
    if (!selection || at < 0) return;
    const from = keys.indexOf(anchor.current);
    const range = rows.slice(isRange && from >= 0 ? Math.min(from, at) : at, (isRange ? Math.max(from, at) : at) + 1);
    const isMarked = !isRange && selection.keys.has(currentKey);
    const next = new Set(selection.keys);
    for (const row of range.filter((one) => selection.obstacle(one) === '')) {
      if (isMarked) next.delete(rowKey(row));
      else next.add(rowKey(row));
    }
    anchor.current = currentKey;
    selection.set(next);
  };
  useKeys({
    name: '列表',
    isOfPage: true,
    keys: [
      { key: '/', act: '筛选', run: () => section.current?.querySelector<HTMLElement>('.filters input')?.focus() },
      { key: 'j', act: '下一行', run: () => step(1) },
      { key: 'k', act: '上一行', run: () => step(-1) },
      { key: 'Enter', act: '打开', run: () => press('tr[aria-current] :is(a:not([data-aside]), button.link)') },
      ...(selection
        ? [
            { key: 'x', act: '选择', run: () => select(false) },
            { key: 'Shift+x', act: '连续选择', run: () => select(true) },
          ]
        : []),
      { key: 'r', act: '刷新', run: () => press('[data-key=r]') },
      ...(canExport ? [{ key: 'e', act: '导出', run: () => press('[data-key=e]') }] : []),
      { key: '[', act: '上一页', run: () => page > 1 && turnTo(page - 1) },
      { key: ']', act: '下一页', run: () => page < last && turnTo(page + 1) },
    ],
  });
}

import { useRef, type RefObject } from 'react';
import { useKeys } from '../keys/use-keys.ts';

interface ListKeys<Row> {
  readonly section: RefObject<HTMLElement | null>;
  readonly spec: {
    readonly rowKey: (row: Row) => string;
    /** Rows can be marked. */
    readonly batch?: { readonly obstacle: (row: Row) => string };
  };
  /** Those that are shown. */
  readonly rows: readonly Row[];
  /** The row on which the keys stand. */
  readonly here: string;
  readonly goTo: (key: string) => void;
  readonly chosen: ReadonlySet<string>;
  readonly choose: (keys: ReadonlySet<string>) => void;
  readonly page: number;
  readonly last: number;
  readonly turnTo: (page: number) => void;
  readonly canExport: boolean;
}

/** The keys of every list. What a button does is done by the button, so that it does no more and no less. */
export function useListKeys<Row>({ section, spec, rows, here, goTo, chosen, choose, page, last, turnTo, canExport }: ListKeys<Row>): void {
  const { rowKey, batch } = spec;
  /** Where a range of marks begins. */
  const anchor = useRef('');
  const keys = rows.map(rowKey);
  const at = keys.indexOf(here);
  const press = (selector: string) => section.current?.querySelector<HTMLElement>(selector)?.click();
  const step = (by: 1 | -1) => {
    const next = at < 0 ? (by > 0 ? 0 : keys.length - 1) : at + by;
    const key = keys[next];
    if (key === undefined) return;
    section.current?.querySelectorAll<HTMLElement>('tbody tr')[next]?.focus({ preventScroll: true });
    goTo(key);
  };
  const mark = (isRange: boolean) => {
    if (!batch || at < 0) return;
    const from = keys.indexOf(anchor.current);
    const range = rows.slice(isRange && from >= 0 ? Math.min(from, at) : at, (isRange ? Math.max(from, at) : at) + 1);
    const isMarked = !isRange && chosen.has(here);
    const next = new Set(chosen);
    for (const row of range.filter((one) => batch.obstacle(one) === '')) {
      if (isMarked) next.delete(rowKey(row));
      else next.add(rowKey(row));
    }
    anchor.current = here;
    choose(next);
  };
  useKeys({
    name: '列表',
    isOfPage: true,
    keys: [
      { key: '/', act: '筛选', run: () => section.current?.querySelector<HTMLElement>('.filters input')?.focus() },
      { key: 'j', act: '下一行', run: () => step(1) },
      { key: 'k', act: '上一行', run: () => step(-1) },
      { key: 'Enter', act: '打开', run: () => press('tr[aria-current] :is(a, button.link)') },
      ...(batch
        ? [
            { key: 'x', act: '选择', run: () => mark(false) },
            { key: 'Shift+x', act: '连续选择', run: () => mark(true) },
          ]
        : []),
      { key: 'r', act: '刷新', run: () => press('[data-key=r]') },
      ...(canExport ? [{ key: 'e', act: '导出', run: () => press('[data-key=e]') }] : []),
      { key: '[', act: '上一页', run: () => page > 1 && turnTo(page - 1) },
      { key: ']', act: '下一页', run: () => page < last && turnTo(page + 1) },
    ],
  });
}

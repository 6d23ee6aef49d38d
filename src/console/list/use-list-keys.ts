import { useRef, type RefObject } from 'react';
import { useKeys } from '../keys/use-keys.ts';

interface ListKeys {
  readonly section: RefObject<HTMLElement | null>;
  /** Of the rows that are shown, in their order. */
  readonly rows: readonly string[];
  readonly here: string;
  readonly goTo: (key: string) => void;
  /** Undefined where rows cannot be marked. */
  readonly marks: { readonly keys: ReadonlySet<string>; readonly set: (keys: ReadonlySet<string>) => void } | undefined;
  readonly canMark: (key: string) => boolean;
  readonly page: number;
  readonly last: number;
  readonly turnTo: (page: number) => void;
  readonly canExport: boolean;
}

/** The keys of every list. What a button does is done by the button, so that it does no more and no less. */
export function useListKeys({ section, rows, here, goTo, marks, canMark, page, last, turnTo, canExport }: ListKeys): void {
  /** Where a range of marks begins. */
  const anchor = useRef('');
  const at = rows.indexOf(here);
  const press = (selector: string) => section.current?.querySelector<HTMLElement>(selector)?.click();
  const step = (by: 1 | -1) => {
    const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by;
    const key = rows[next];
    if (key === undefined) return;
    section.current?.querySelectorAll<HTMLElement>('tbody tr')[next]?.focus({ preventScroll: true });
    goTo(key);
  };
  const mark = (isRange: boolean) => {
    if (!marks || at < 0) return;
    const from = rows.indexOf(anchor.current);
    const range = isRange && from >= 0 ? rows.slice(Math.min(from, at), Math.max(from, at) + 1) : [here];
    const isMarked = !isRange && marks.keys.has(here);
    const next = new Set(marks.keys);
    for (const key of range.filter(canMark)) {
      if (isMarked) next.delete(key);
      else next.add(key);
    }
    anchor.current = here;
    marks.set(next);
  };
  useKeys({
    name: '列表',
    isOfPage: true,
    keys: [
      { key: '/', act: '筛选', run: () => section.current?.querySelector<HTMLElement>('.filters input')?.focus() },
      { key: 'j', act: '下一行', run: () => step(1) },
      { key: 'k', act: '上一行', run: () => step(-1) },
      { key: 'Enter', act: '打开', run: () => press('tr[aria-current] :is(a, button.link)') },
      ...(marks
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

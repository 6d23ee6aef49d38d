/** The page numbers of a pager: first, last, and two on either side of the current one; `undefined` marks a gap. */
export function pagesShown(page: number, last: number): (number | undefined)[] {
  const near = [1, page - 2, page - 1, page, page + 1, page + 2, last];
  const wanted = [...new Set(near)].filter((item) => item >= 1 && item <= last);
  wanted.sort((a, b) => a - b);
  return wanted.flatMap((item, index) => {
    const before = wanted[index - 1] ?? 0;
    if (item - before <= 1) return [item];
    return item - before === 2 ? [item - 1, item] : [undefined, item];
  });
}

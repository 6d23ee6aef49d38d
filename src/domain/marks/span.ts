/** A span of time as people read it, in its two largest units: `3 分 5 秒`, `2 天 1 小时`. Negative ones count as their length. */
export function spanText(ms: number): string {
  let seconds = Math.round(Math.abs(ms) / 1000);
  const counts = units.map(([word, size]) => {
    const count = Math.floor(seconds / size);
    seconds -= count * size;
    return [word, count] as const;
  });
  const first = counts.findIndex(([, count]) => count > 0);
  if (first < 0) return '不足 1 秒';
  return counts
    .slice(first, first + 2)
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${count} ${word}`)
    .join(' ');
}

const units: readonly (readonly [string, number])[] = [
  ['天', 86_400],
  ['小时', 3600],
  ['分', 60],
  ['秒', 1],
];

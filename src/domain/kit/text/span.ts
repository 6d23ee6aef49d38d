/** Formats a duration, rounded to its two largest units: `3 分 5 秒`, `2 天 1 小时`. Negative values count as positive. */
export function spanText(ms: number): string {
  const exact = Math.abs(ms) / 1000;
  const largest = units.findIndex(([, size]) => exact >= size);
  const [, step] = units[largest < 0 ? units.length - 1 : Math.min(largest + 1, units.length - 1)] ?? ['秒', 1];
  let seconds = Math.round(exact / step) * step;
  const parts = units.flatMap(([word, size]) => {
    const count = Math.floor(seconds / size);
    seconds -= count * size;
    return count > 0 ? [`${count} ${word}`] : [];
  });
  return parts.length === 0 ? '不足 1 秒' : parts.join(' ');
}

const units: readonly (readonly [string, number])[] = [
  ['天', 86_400],
  ['小时', 3600],
  ['分', 60],
  ['秒', 1],
];

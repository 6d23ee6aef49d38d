/**
 * The known name that was most likely meant: the same but for case and separators, then one that begins or ends with the other, then the
 * one with the fewest edits. Null if none is near.
 */
export function nearestName(given: string, known: readonly string[]): string | null {
  const wanted = folded(given);
  let best: { readonly name: string; readonly distance: number } | null = null;
  for (const name of known) {
    const distance = distanceOf(wanted, folded(name));
    if (distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { name, distance };
  }
  return best && best.distance <= Math.max(1, wanted.length / 2.5) ? best.name : null;
}

function folded(name: string): string {
  return name
    .slice(0, maxChars)
    .toLowerCase()
    .replaceAll(/[_\s-]/g, '');
}

const maxChars = 64;

function distanceOf(one: string, other: string): number {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  // A part of a name is nearer than two edits, and the nearer the more it holds.
  const isPart = short.length >= 3 && (long.startsWith(short) || long.endsWith(short));
  return isPart ? 1 - short.length / long.length : edits(one, other);
}

/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
function edits(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, next];
  }
  return last[other.length] ?? 0;
}

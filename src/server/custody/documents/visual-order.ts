import createBidi from 'bidi-js';
import { runsRightToLeft } from '../../../domain/kit/text/visible-text.ts';

/** A part of a line whose characters run in one direction, in the order in which they are read. */
export interface DirectedPart {
  readonly text: string;
  readonly isRightToLeft: boolean;
}

/** The parts of a line from left to right, by the Unicode Bidirectional Algorithm (UAX #9), in a paragraph from left to right. */
export function visualOrder(line: string): DirectedPart[] {
  if (!runsRightToLeft(line)) return [{ text: line, isRightToLeft: false }];
  const levels = bidi.getEmbeddingLevels(line, 'ltr');
  const isOdd = (at: number | undefined) => (levels.levels[at ?? 0] ?? 0) % 2 === 1;
  const parts: number[][] = [];
  for (const at of bidi.getReorderedIndices(line, levels)) {
    const last = parts.at(-1);
    const before = last?.at(-1);
    const step = isOdd(at) ? -1 : 1;
    if (last && before !== undefined && at === before + step && isOdd(before) === isOdd(at)) last.push(at);
    else parts.push([at]);
  }
  return parts.map((at) => ({ text: line.slice(Math.min(...at), Math.max(...at) + 1), isRightToLeft: isOdd(at[0]) }));
}

/** The characters from left to right, brackets turned. */
export function mirrored(text: string): string {
  return [...text]
    .toReversed()
    .map((character) => bidi.getMirroredCharacter(character) ?? character)
    .join('');
}

const bidi = createBidi();

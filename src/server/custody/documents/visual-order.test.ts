import { expect, it } from 'vitest';
import { mirrored, visualOrder } from './visual-order.ts';

const drawn = (line: string) => visualOrder(line).map(({ text, isRightToLeft }) => (isRightToLeft ? `←${text}` : text));

it.each([
  ['合同 ABC 2026', ['合同 ABC 2026']],
  ['合同ئۇيغۇر文本', ['合同', '←ئۇيغۇر', '文本']],
  // A number between two words from right to left stands between them, and is read from left to right.
  ['ئۇيغۇر 2026 يىل', ['← يىل', '2026', '←ئۇيغۇر ']],
  ['（يىل）ABC', ['（', '←يىل', '）ABC']],
  ['𠮷يى𠮷', ['𠮷', '←يى', '𠮷']],
])('draws %s from left to right as UAX #9 says', (line, parts) => {
  expect(drawn(line)).toEqual(parts);
});

it('turns brackets that are read from right to left', () => {
  expect(mirrored('(a)')).toBe('(a)');
  expect(mirrored(' «（')).toBe('）» ');
});

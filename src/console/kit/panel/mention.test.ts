import { describe, expect, it } from 'vitest';
import { mentionAt, offered, piecesOf, stillNamed, withMention } from './mention.ts';

const people = [
  { id: '1', name: '王审核', position: '公证员' },
  { id: '2', name: '李财务', position: '财务' },
];

describe('a mention', () => {
  it.each([
    ['请@王', 3, { at: 1, typed: '王' }],
    ['@', 1, { at: 0, typed: '' }],
    ['a@b', 3, undefined],
    ['请 @王 核对', 7, undefined],
    ['请@王审核', 2, { at: 1, typed: '' }],
  ])('in %j with the caret at %i is %j', (text, caret, mention) => {
    expect(mentionAt(text, caret)).toEqual(mention);
  });

  it('offers by name and by role', () => {
    expect(offered(people, '财').map(({ id }) => id)).toEqual(['2']);
    expect(offered(people, '公证').map(({ id }) => id)).toEqual(['1']);
    expect(offered(people, '')).toHaveLength(2);
  });

  it('puts the name in the place of what was typed', () => {
    expect(withMention('请@王核对', { at: 1, typed: '王' }, '王审核')).toEqual({ text: '请@王审核 核对', caret: 6 });
  });

  it('counts only while the text names them', () => {
    expect(stillNamed('请@王审核 看', people).map(({ id }) => id)).toEqual(['1']);
  });

  it('stands apart in the text that is shown', () => {
    expect(piecesOf('请@王审核 看', ['王审核', '王'])).toEqual([
      { text: '请', isName: false },
      { text: '@王审核', isName: true },
      { text: ' 看', isName: false },
    ]);
    expect(piecesOf('<b>', [])).toEqual([{ text: '<b>', isName: false }]);
  });
});

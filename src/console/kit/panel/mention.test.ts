import { describe, expect, it } from 'vitest';
import { mentionAt, offered, piecesOf, reachOf, withMention } from './mention.ts';

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
    ['请＠王', 3, { at: 1, typed: '王' }],
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

  it('tells those whom the text names, chosen or written out, each once', () => {
    const reach = (text: string, chosen = people.slice(0, 1)) => reachOf(text, chosen, { list: people, barred: [] });
    expect(reach('请@王审核 看，@李财务付款@王审核').reached.map(({ id }) => id)).toEqual(['1', '2']);
    expect(reach('请＠李财务 看').reached.map(({ id }) => id)).toEqual(['2']);
    expect(reach('请王审核看').reached).toEqual([]);
    expect(reach('请@王审核 看，@李财务付款').faults).toEqual([]);
  });

  it.each([
    ['@苏 请看', '“@苏”不是可提及的同事，没有人会收到提醒'],
    ['请看 @ 谢谢', '“@”后面没有姓名，没有人会收到提醒'],
    ['@周外人请看', '周外人无权查看此内容，不会收到提醒'],
    ['@周，请看', '周外人无权查看此内容，不会收到提醒'],
    ['@王', '“@王”不是可提及的同事，没有人会收到提醒'],
    ['@赵同名 看', '有 2 位同事叫赵同名，请从列表中选择'],
  ])('that reaches nobody says why: %s', (text, fault) => {
    const list = [...people, { id: '3', name: '赵同名', position: '财务' }, { id: '4', name: '赵同名', position: '公证员' }];
    const colleagues = { list, barred: ['周外人'] };
    expect(reachOf(text, [], colleagues)).toEqual({ reached: [], faults: [fault] });
    expect(reachOf(text, [], colleagues, { at: text.indexOf('@'), typed: '' }).faults).toEqual([]);
  });

  it('of one of two colleagues with a name is the one who was chosen', () => {
    const twins = ['3', '4'].map((id) => ({ id, name: '赵同名', position: '' }));
    expect(reachOf('@赵同名 看', twins.slice(1), { list: twins, barred: [] })).toEqual({ reached: twins.slice(1), faults: [] });
  });

  it('is no e-mail address, and not trusted while the colleagues are not known', () => {
    expect(reachOf('zhang@example.com', [], { list: people, barred: [] })).toEqual({ reached: [], faults: [] });
    expect(reachOf('@王审核 @苏', people, undefined)).toEqual({
      reached: people.slice(0, 1),
      faults: ['未能核对“@苏”，可能没有人收到提醒'],
    });
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

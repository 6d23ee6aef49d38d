import { expect, it } from 'vitest';
import { phoneFault } from './phone-fault.ts';

it.each([
  ['12868463040', undefined],
  ['852-94661897', undefined],
  ['95588', undefined],
  ['1380013800', '手机号少了数字'],
  ['1.2E+10', '表格软件取整'],
  ['+8613800138', '手机号为11位'],
  ['128****3040', '有隐藏的数字'],
  ['128＊＊＊＊3040', '有隐藏的数字'],
  ['12868463040 雷英昕', '号码以外还有文字'],
  ['雷英昕 12868463040', '号码以外还有文字'],
  ['12868463040,12868463041', '请只填一个号码'],
  ['12868463040、12868463041', '请只填一个号码'],
  ['12868463040/12868463041', '请只填一个号码'],
  ['1234', '5至20位'],
  ['雷英昕', '5至20位'],
  ['', '5至20位'],
])('%j: %s', (text, words) => {
  const found = phoneFault(text)?.words;
  if (words === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(words);
});

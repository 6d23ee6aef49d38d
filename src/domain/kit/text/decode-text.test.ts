import { expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const bytes = (hex: string, before = '', after = '') =>
  Buffer.concat([Buffer.from(before, 'latin1'), Buffer.from(hex, 'hex'), Buffer.from(after, 'latin1')]);
const utf8 = '存证';
/** 存证 in GBK and in Big5 (存證), according to the WHATWG Encoding Standard. */
const gbk = 'b4e6d6a4';
const big5 = 'a673c3d2';

it.each([
  ['UTF-8', Buffer.from(utf8), 'none', utf8],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${utf8}`), 'none', utf8],
  ['UTF-16LE with its mark', Buffer.from(`\ufeff${utf8}`, 'utf16le'), 'none', utf8],
  ['UTF-16BE with its mark', bytes('feff5b588bc1'), 'none', utf8],
  ['GBK of which nobody tells', bytes(gbk), 'none', utf8],
  ['a page that says GBK', bytes(gbk, '<meta charset="gbk"><p>'), 'page', `<meta charset="gbk"><p>${utf8}`],
  [
    'a page that says it the old way',
    bytes(gbk, '<META http-equiv=Content-Type content="text/html; charset=gb2312">'),
    'page',
    `<META http-equiv=Content-Type content="text/html; charset=gb2312">${utf8}`,
  ],
  ['a page that says Big5', bytes(big5, "<meta charset='big5'>"), 'page', "<meta charset='big5'>存證"],
  [
    'a page that says UTF-16 in ASCII',
    bytes(Buffer.from(utf8).toString('hex'), '<meta charset=utf-16>'),
    'page',
    `<meta charset=utf-16>${utf8}`,
  ],
  ['a page that says what nobody knows', bytes(gbk, '<meta charset=klingon>'), 'page', `<meta charset=klingon>${utf8}`],
  [
    'a page whose mark is right and whose word is wrong',
    Buffer.from(`\ufeff<meta charset=gbk>${utf8}`),
    'page',
    `<meta charset=gbk>${utf8}`,
  ],
  ['a text that speaks of charsets', Buffer.from(`<meta charset=big5>${utf8}`), 'none', `<meta charset=big5>${utf8}`],
  ['nothing', Buffer.alloc(0), 'page', ''],
] as const)('reads %s', (_, given, declared, text) => {
  expect(decodeText(given, declared)).toBe(text);
});

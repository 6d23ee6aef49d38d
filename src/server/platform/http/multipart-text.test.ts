import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../../test/cpu-time.ts';
import { readDisposition } from './multipart-text.ts';

/** 合同.pdf in GB18030. */
const gbk = Buffer.from('bacfcdac2e706466', 'hex').toString('latin1');
const utf8 = (text: string): string => Buffer.from(text).toString('latin1');

it.each([
  ['filename="a.pdf"', 'a.pdf'],
  ['filename=a.pdf', 'a.pdf'],
  ['FileName = "a.pdf" ', 'a.pdf'],
  [`filename="${utf8('合同.pdf')}"`, '合同.pdf'],
  [`filename="${gbk}"`, '合同.pdf'],
  [`filename=${gbk}`, '合同.pdf'],
  ['filename="contract.pdf"; filename*=UTF-8\'\'%E5%90%88%E5%90%8C.pdf', '合同.pdf'],
  ['filename*=utf-8\'zh-CN\'%E5%90%88%E5%90%8C.pdf; filename="contract.pdf"', '合同.pdf'],
  ["filename*=GBK''%BA%CF%CD%AC.pdf", '合同.pdf'],
  ["filename*=GBK''%FE%9F.pdf", '䶮.pdf'],
  ["filename*=gb2312''%95%32%82%36.pdf", '𠀀.pdf'],
  ["filename*=big5''%A6%58%A6%50.pdf", '合同.pdf'],
  ['filename="contract.pdf"; filename*=UTF-8\'\'%BA%CF.pdf', 'contract.pdf'],
  ['filename="contract.pdf"; filename*=Big5-HKSCS\'\'%96%F5.pdf', 'contract.pdf'],
  [`filename*=UTF-8''${utf8('合同 2026.pdf')}`, '合同 2026.pdf'],
  [`filename="c.pdf"; filename*=UTF-8''${utf8('合同.pdf')}`, '合同.pdf'],
  ["filename*=iso-8859-1''r%E9sum%E9.pdf", 'résumé.pdf'],
  ['filename="x.pdf"; filename*=UTF-8\'\'', 'x.pdf'],
  // symfony/symfony#41249, dotnet/corefx#22806
  ['filename*=utf-8\'\'"%E5%90%88%E5%90%8C.pdf"', '合同.pdf'],
  ['filename="=?utf-8?B?5ZCI5ZCMLnBkZg==?="; filename*=utf8\'\'%E5%90%88%E5%90%8C.pdf', '合同.pdf'],
  ['filename*="utf-8\'\'%E5%90%88%E5%90%8C.pdf"', '合同.pdf'],
  ["filename*0*=UTF-8''%E5%90%88; filename*1*=%E5%90%8C.pdf", '合同.pdf'],
  ['filename*0="con"; filename*1="tract.pdf"', 'contract.pdf'],
  ['filename="=?UTF-8?B?5ZCI5ZCMLnBkZg==?="', '合同.pdf'],
  ['filename="=?utf-8?Q?=E5=90=88=E5=90=8C_1.pdf?="', '合同 1.pdf'],
  ['filename="=?GB2312?B?us/NrC5wZGY=?="', '合同.pdf'],
  ['filename="=?UTF-8?B?5ZCI?= =?UTF-8?B?5ZCMLnBkZg==?="', '合同.pdf'],
  ['filename="a%22b.pdf"', 'a"b.pdf'],
  [String.raw`filename="a\"b.pdf"`, 'a"b.pdf'],
  [String.raw`filename="a\\b.pdf"`, String.raw`a\b.pdf`],
  [String.raw`filename="C:\new\b.pdf"`, String.raw`C:\new\b.pdf`],
  ['filename="100%.pdf"', '100%.pdf'],
  ['filename="a; b=c.pdf"', 'a; b=c.pdf'],
  // mscdex/busboy#292: a quotation mark that was not escaped.
  ['filename="test".png"', 'test".png'],
  ['filename="a"a.jpeg"; x="y"', 'a"a.jpeg'],
  [String.raw`filename="C:\new\b"; x=y`, String.raw`C:\new\b`],
  ['filename="C:\\new\\"', 'C:\\new\\'],
  ['filename="\\""', '"'],
  ['filename="say \\"no\\""', 'say "no"'],
])('reads the name of a file from %s', (parameter, filename) => {
  expect(readDisposition(`form-data; name="file"; ${parameter}`)).toEqual({ kind: 'form-data', name: 'file', filename });
});

it.each(['\\', '\\"', '\\\\"', '"', ';', '; a="', '"; ', ' ', '=?'])('reads a head of %j repeated without a pause', (piece) => {
  const began = cpuMs();
  expect(readDisposition(`form-data; name="file"; filename="${piece.repeat(8000 / piece.length)}`)).toMatchObject({ name: 'file' });
  expect(cpuMs() - began).toBeLessThan(2000);
});

it('reads a character of GBK whose last byte is a backslash, before a quotation mark', () => {
  const name = Buffer.from([0xd5, 0x5c]);
  expect(readDisposition(`form-data; name="file"; filename="${name.toString('latin1')}"`)).toMatchObject({
    filename: new TextDecoder('gbk').decode(name),
  });
});

it.each(["filename*=big5''%96%F5.pdf", "filename*=gbk''%AA%A1.pdf", "filename*=koi8-r''%C1.pdf"])(
  'refuses a name that only %s has',
  (parameter) => {
    expect(() => readDisposition(`form-data; name="file"; ${parameter}`)).toThrow(/filename\*: cannot be read; send UTF-8/);
  },
);

describe('a name in bytes of an unknown charset', () => {
  const named = (hex: string) => () =>
    readDisposition(`form-data; name="file"; filename="${Buffer.from(hex, 'hex').toString('latin1')}.pdf"`);

  it.each([
    ['合約書', 'a658acf9aed1', 'Big5'],
    ['證據, cut off', 'c3d2bedafd', null],
    ['張三', 'b169a454', 'Big5'],
    ['存證', 'a673c3d2', 'Big5'],
    ['契約書', '8c5f96f18f91', 'Shift_JIS'],
    ['録音', '985e89b9', 'Shift_JIS'],
    ['テスト', '836583588367', 'Shift_JIS'],
  ])('%s in %s is not guessed', (_text, hex, charset) => {
    if (charset === null) expect(named(hex)).toThrow(/Content-Disposition: is not valid UTF-8/);
    else expect(named(hex)).toThrow(`Content-Disposition: its charset may be GB18030 or ${charset}; send UTF-8, or filename* (RFC 8187)`);
  });

  // A program that limits names to some number of bytes cuts a character; older Java and databases write half pairs.
  it.each([
    ['合同书, cut off', 'e59088e5908ce4b9'],
    ['85 characters of three bytes, cut off', `${'e5ad97'.repeat(84)}e5ad`],
    ['合同 and a damaged character', 'e59088e5908cc3e9'],
    ['😀 in two halves', 'eda0bdedb880'],
  ])('%s, of UTF-8, is not read as GB18030', (_case, hex) => {
    expect(named(hex)).toThrow(/Content-Disposition: is not valid UTF-8/);
  });

  it.each([
    ['合同', 'bacfcdac'],
    ['录音证据', 'c2bcd2f4d6a4bedd'],
    ['張三', '8f88c8fd'],
    ['朱镕基', 'd6ece946bbf9'],
    ['证據', 'd6a493fe'],
    ['神の手', 'c9f1a4cecad6'],
    ['（终稿）', 'a3a8d6d5b8e5a3a9'],
    ['㐀', '8139ee39'],
  ])('%s in GB18030 is read', (text, hex) => {
    expect(named(hex)()).toMatchObject({ filename: `${text}.pdf` });
  });
});

it('leaves a field without a file name, and refuses bytes of no charset', () => {
  expect(readDisposition('form-data; name="title"')).toEqual({ kind: 'form-data', name: 'title' });
  expect(() => readDisposition('form-data; name="file"; filename="a\xff\xffb"')).toThrow(/not valid UTF-8/);
});

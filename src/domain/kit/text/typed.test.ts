import { describe, expect, it } from 'vitest';
import {
  isEmail,
  isMaskedNumber,
  isSeveralNumbers,
  spellingsOf,
  typedAccount,
  typedCode,
  typedEmail,
  typedHash,
  typedKeyword,
  typedName,
  typedNumber,
  typedPostcode,
  typedUsername,
} from './typed.ts';

describe('a keyword', () => {
  it.each([
    // Sanmeet007/logger#47, signalapp/Signal-Android#11630: numbers come with what a dialler or a contact list put around them.
    ...[
      '13704098599',
      '137 0409 8599',
      '137-0409-8599',
      '+86 137-0409-8599',
      '0086-13704098599',
      '８６１３７０４０９８５９９',
      '\u202d13704098599\u202c',
      '\u200e13704098599',
      "'13704098599", // woocommerce/woocommerce#58000: Excel's mark of a text
      '"13704098599"',
      '“137 0409 8599”',
      '手机号：13704098599',
      '\ufeff13704098599\r\n',
    ].map((text) => [text, '13704098599']),
    // Middle dots, notes and marks behind it, cells of a spreadsheet.
    ...[
      '128·6293·6328',
      '128_6293_6328',
      '128.6293.6328',
      '12862936328，',
      '12862936328。',
      '12862936328；',
      '12862936328（微信同号）',
      '12862936328 (同微信)',
      '12862936328.0',
      '="12862936328"',
      "'12862936328",
      '电话：12862936328',
      '电话：12862936328（微信同号）',
      '手机\n12862936328',
      'Tel: +86 128 6293 6328',
      '（12862936328）',
      '【12862936328】',
    ].map((text) => [text, '12862936328']),
    ['尾号5426', '5426'],
    ['尾号：5426', '5426'],
    ['（尾号5426）', '5426'],
    ['后四位5426', '5426'],
    ['尾号7bf37a', '7BF37A'],
    ['尾号7BF37…', '7BF37'],
    ['2026 1128 45FF F54C E0DC 8AEC AA40 A413', '2026112845FFF54CE0DC8AECAA40A413'],
    ['2026 1128', '20261128'],
    ['1️⃣2️⃣8️⃣6️⃣2️⃣9️⃣3️⃣6️⃣3️⃣2️⃣8️⃣', '12862936328'],
    ['1⃣2⃣8⃣', '128'],
    ['AECA A40A 4136', 'AECAA40A4136'],
    ['2026112845FFF54C\u200bE0DC8AECAA40A413', '2026112845FFF54CE0DC8AECAA40A413'],
    ['证书编号：2026112845fff54ce0dc8aecaa40a413', '2026112845FFF54CE0DC8AECAA40A413'],
    ['４１３６', '4136'],
    ['990000-19900101-123x', '99000019900101123X'],
    ['9199 0000 MA00 0000 01', '91990000MA00000001'],
    ['A123456（7）', 'A123456(7)'],
    ['021－63210000 转 8001', '021-63210000-8001'],
    ['（021）6321 0000', '021-63210000'],
    ['+852 9123 4567', '+85291234567'],
    ['852-91234567', '+85291234567'],
    ['(852)91234567', '+85291234567'],
    ['852 9123 4567', '+85291234567'],
    ['8529 1234 567A', '85291234567A'],
    ['137-0409', '137-0409'],
    ['02163210000', '02163210000'],
    ['a40a4136', 'a40a4136'],
    ...[
      'baoquan=2026112845fff54ce0dc8aecaa40a413',
      '"baoquan":"2026112845FFF54CE0DC8AECAA40A413"',
      'baoquan_no: 2026112845FFF54CE0DC8AECAA40A413,',
      '"attestation_id": "2026112845FFF54CE0DC8AECAA40A413"',
      'N°2026112845FFF54CE0DC8AECAA40A413',
      'evidence-2026112845FFF54CE0DC8AECAA40A413.zip',
      'evidence-2026112845FFF54CE0DC8AECAA40A413 (1).zip',
      '存证证书-2026112845FFF54CE0DC8AECAA40A413.pdf',
      'https://notary.example/online/attestation/2026112845FFF54CE0DC8AECAA40A413/web',
      'https://notary.example/open/v1/records/2026112845fff54ce0dc8aecaa40a413',
    ].map((text) => [text, '2026112845FFF54CE0DC8AECAA40A413']),
    // A title may be the hash of a picture.
    ['IMG_d41d8cd98f00b204e9800998ecf8427e.png', 'IMG_d41d8cd98f00b204e9800998ecf8427e.png'],
    ['末六位40A413', '40A413'],
    ...[
      '末四位(3166)',
      '末四位（3166）',
      '尾号3166',
      '尾号 [3166]',
      '尾号为3166',
      '手机尾号3166',
      '手机号后四位：3166',
      '最后四位是3166',
      '末尾3166',
      '尾数 3166',
      '后4位数字3166',
      '3166结尾',
      '3166（尾号）',
      '****3166',
    ].map((text) => [text, '3166']),
    ...[
      '税号91990000MA00000001',
      '税号 91990000MA00000001',
      '纳税人识别号为91990000MA00000001',
      '统一社会信用代码91990000MA00000001',
      '统一社会信用代码（纳税人识别号）91990000MA00000001',
    ].map((text) => [text, '91990000MA00000001']),
    ['订单号20261124ABCDEF0123456789', '20261124ABCDEF0123456789'],
    ['1.2862936328E10', '12862936328'],
    [`${'请核对存证的内容是否一致，'.repeat(9)}编号为2026112845fff54ce0dc8aecaa40a413`, '2026112845FFF54CE0DC8AECAA40A413'],
    [`${'请核对存证的内容是否一致，'.repeat(50)}编号为2026112845fff54ce0dc8aecaa40a413`, '2026112845FFF54CE0DC8AECAA40A413'],
    ['护照 E12345678', 'E12345678'],
    ['身份证号990000199001011231', '990000199001011231'],
    ['南字第0765432號', '南字第0765432号'],
    ['（2016）南字第0765432号', '南字第0765432号'],
    ['A123456【7】', 'A123456(7)'],
    // Words stay as they are typed.
    ['张三', '张三'],
    ['“澄帆科技”', '澄帆科技'],
    ['澄帆（北京）科技', '澄帆（北京）科技'],
    ['John Smith', 'John Smith'],
    ['Room 12', 'Room 12'],
    ['Photo 12 (1)', 'Photo 12 (1)'],
    ['现场照 20261128', '现场照 20261128'],
    ['合同 2026 1128', '合同 2026 1128'],
    ['https://example.com/a?b=1', 'https://example.com/a?b=1'],
    ['192.168.1.1', '192.168.1.1'],
    ['192.168.100.20', '192.168.100.20'],
    ['192.168.100.200', '192.168.100.200'],
    ['https://example.com/verify?title=a', 'https://example.com/verify?title=a'],
    ['王\u200b五', '王\u200b五'],
    ['\u200b王五\u200b', '王五'],
    ['张三 12862936328', '张三 12862936328'],
    ['用户12862936328', '用户12862936328'],
    ['2026-11-28 10:20:30.5', '2026-11-2810:20:30.5'],
    ['fe80::1', 'fe80::1'],
    ['%%', '%%'],
    ["%_\\'652", "%_\\'652"],
    ["O'Neill2", "O'Neill2"],
    ["'''", "'''"],
    ['\u202e\u202e', ''],
    ...[
      '128 6293 6328 2026-11-15',
      '128-6293-6328 2026-11-15',
      '2026-11-15 128 6293 6328',
      '２０２６－１１－１５　１２８　６２９３　６３２８',
      '+86 128 6293 6328 2026-11-15 09:30',
      '128 6293 6328\t2026/11/15 09:30:15',
      '2026年11月15日 9时30分 128 6293 6328',
      '128 6293 6328 2026年11月15日',
    ].map((text) => [text, '12862936328']),
    ['0571-88001234 2026.11.15', '0571-88001234'],
    ['990000 199001 011231 2026-11-15', '990000199001011231'],
    // sam-ke/idCardOcr#7
    ...['×', '✕', 'Ⅹ', 'ⅹ', 'Х', 'х', 'Χ', 'ｘ', ' x'].map((x) => [`99000019900101123${x}`, '99000019900101123X']),
    ['990000 1990-01-01 1231', '990000199001011231'],
    ['0571', '0571'],
  ])('%j is %j', (text, keyword) => {
    expect(typedKeyword(text)).toBe(keyword);
    expect(typedKeyword(keyword)).toBe(keyword);
  });

  it.each([
    ['张三', ['张三']],
    ['13704098599', ['13704098599']],
    ['澄帆（北京）', ['澄帆（北京）', '澄帆(北京)']],
    // alipay/Z-RareCharacterSolution#16: one rare name, typed by an old and by a new input method.
    ['王䶮', ['王䶮']],
    ['王\ue863', ['王\ue863', '王䶮']],
    ['王\ue826', ['王\ue826', '王\u9fb5']],
    ['\uf9f4', ['\uf9f4', '林']],
    ['⾦⻰', ['⾦⻰', '金龙']],
    ['阿不都•买买提', ['阿不都•买买提', '阿不都·买买提']],
    ['欧阳 娜娜', ['欧阳 娜娜', '欧阳娜娜']],
    ['ＡＢ科技', ['ＡＢ科技', 'AB科技']],
    ['A股(上海）', ['A股(上海）', 'a股(上海)']],
    ['137-0409', ['137-0409', '1370409']],
    ['王\u200b五', ['王\u200b五', '王五']],
    ['王\u200d五', ['王\u200d五', '王五']],
    ['王\u3000五', ['王\u3000五', '王五']],
    ['王\u00a0五', ['王\u00a0五', '王五']],
    ['王\u{e0100}五', ['王\u{e0100}五', '王五']],
    ['John  Smith', ['John  Smith', 'John Smith']],
    ['Zo\u00e9', ['Zo\u00e9', 'zoe\u0301']],
    ['Zoe\u0301', ['Zoe\u0301', 'Zo\u00e9']],
    ["O'Brien", ["O'Brien"]],
    ['O’Brien', ['O’Brien', "o'brien"]],
    ['Ａｌｉｃｅ', ['Ａｌｉｃｅ', 'Alice']],
    // lycheeverse/lychee#2205, progit/progit2-zh#395: brackets as the keyboard of the day has them.
    ['澄帆(北京)科技', ['澄帆(北京)科技']],
    ['澄帆 (北京) 科技', ['澄帆 (北京) 科技', '澄帆(北京)科技']],
    ['澄帆(北京', ['澄帆(北京']],
    ['（张三）', ['（张三）', '张三']],
    ['姓名：张三', ['姓名：张三', '张三']],
    ...[
      '公司名称：',
      '企业名称:',
      '单位：',
      '单位名称：',
      '公司：',
      '企业：',
      '户名：',
      '开户名：',
      '发票抬头：',
      '名称：',
      '申请人：',
      '客户：',
    ].map((label): [string, string[]] => [`${label}澄帆科技`, [`${label}澄帆科技`, '澄帆科技']]),
    ['雷英昕，', ['雷英昕，', '雷英昕']],
    ['雷英昕。', ['雷英昕。', '雷英昕']],
    ['、雷英昕；', ['、雷英昕；', '雷英昕']],
    ['公司名称：澄帆科技有限公司。', ['公司名称：澄帆科技有限公司。', '澄帆科技有限公司']],
    ['Foo Co., Ltd.', ['Foo Co., Ltd.']],
    ['ÉCOLE', ['ÉCOLE', 'école', 'e\u0301cole']],
    ['иванов', ['иванов']],
    ['Иван ПЕТРОВ', ['Иван ПЕТРОВ', 'иван петров']],
    ['Straße', ['Straße', 'strasse']],
    ['STRASSE', ['STRASSE', 'straße']],
    // A name and a number, pasted together; an address; the name of a file.
    ['冯平 12862936328', ['冯平 12862936328', '12862936328']],
    ['12862936328 冯平', ['12862936328 冯平', '12862936328']],
    ['冯平，128-6293-6328', ['冯平，128-6293-6328', '冯平,128-6293-6328', '12862936328']],
    ['用户12862936328', ['用户12862936328', '12862936328']],
    ['张三 990000199001011231', ['张三 990000199001011231', '990000199001011231']],
    ['某公司 91990000MA00000001', ['某公司 91990000MA00000001', '91990000MA00000001']],
    ['合同 2026-11-28 12:00', ['合同 2026-11-28 12:00']],
    ['12862936328 和 12862936329', ['12862936328 和 12862936329']],
    ['868613800138000', ['868613800138000']],
    ['192.168.100.200', ['192.168.100.200']],
  ])('%j is looked for as %j', (keyword, spellings) => {
    expect(spellingsOf(keyword)).toEqual(spellings);
  });
});

const number = '2026112845FFF54CE0DC8AECAA40A413';
const grouped = (mark: string) => number.match(/.{4}/g)?.join(mark) ?? '';
it.each([
  ...['。', '，', '；', '.', '…', '\ufe0f', '\ufffc', '\r\n', '（存证编号）'].map((behind) => number + behind),
  ...['【】', '（）', '「」', '『』', '《》', '〈〉', '“”', '‘’', '{}', '[]', '<>', '()'].map(
    ([before, behind]) => `${before}${number}${behind}`,
  ),
  ...['No. ', 'NO.', '№', '№ ', '#', '＃', '0x', '编号 ', '编号', '证书编号 ', '证书编号\n', '存证编号：\r\n', 'ID: ', "'", '存证 '].map(
    (before) => before + number,
  ),
  ...['.', '·', '_', ':', ',', '，', '、', ' · ', '-', ' '].map(grouped),
  `="${number}"`,
  `=“${number}”`,
  '{20261128-45fff54c-e0dc-8aec-aa40a413}',
  '{20261128-45ff-f54c-e0dc-8aecaa40a413}',
  `https://example.cn/verify?number=${number}`,
  `https://example.cn/verify?lang=zh&number=${number.toLowerCase()}#top`,
  `https://example.cn/verify?n=${number}`,
  `/verify?number=${number}。`,
  `证书编号：【${number}】（已核验）。`,
])('an evidence number is found in %j, by lists and by /verify', (text) => {
  expect(typedKeyword(text)).toBe(number);
  expect(typedNumber(text)).toBe(number);
});

describe('a number beside something else, as in a row of a table', () => {
  const order = '20261124ABCDEF0123456789';
  const code = '91990000MA00000001';
  const beside = (whole: string, spelling = whole) =>
    [
      `${spelling} 2026-12-01`,
      `${spelling}\t2026-12-01`,
      `${spelling} 00:46:20`,
      `${spelling} 2026-12-01 00:46:20`,
      `1 ${spelling}`,
      `1\t${spelling}`,
      `12\t${spelling}\t2026-12-01`,
      `${spelling} a.pdf`,
      `${spelling} d`,
    ].map((text) => [text, whole]);
  it.each([
    ...beside(number),
    ...beside(number, number.toLowerCase()),
    ...beside(number, '20261128-45ff-f54c-e0dc-8aecaa40a413'),
    ...beside('13704098599'),
    ...beside('13704098599', '137-0409-8599'),
    ...beside('0571-88001234'),
    ...beside(order),
    ...beside(code),
    ...beside('99000019900101123X'),
    [`1\t${grouped(' ')}`, number],
    [`${grouped(' ')} 2026-12-01`, number],
    [`${number} ${number.slice(0, 4)}`, number],
  ])('%j is found as %s', (text, whole) => {
    expect(typedKeyword(text)).toBe(whole);
    expect(typedNumber(text)).toBe(whole);
  });

  it.each([
    `${number} ${order}`,
    `13704098599 13704098598`,
    `1 13704098599 ${code}`,
    `${number}  ${number.replace('2', '3')}`,
    `13704098599 ${number} 2026-12-01`,
  ])('%j has two, and stays as it is typed', (text) => {
    expect(typedKeyword(text)).toBe(text);
  });

  it.each(['6212 2612 0200 1234 567', '990000 19900101 1231', '12345678 12345678 12345678 12345678'])('%j is one in groups', (text) => {
    expect(typedKeyword(text)).toBe(text.replaceAll(' ', ''));
  });

  it.each(['\t', '\r\n', '\n', '\u2028'])('%j between words is a blank', (mark) => {
    expect(typedKeyword(`1${mark}张三${mark}已存证`)).toBe('1 张三 已存证');
  });
});

it.each([
  `https://example.cn/verify?number=%20${number}`,
  `https://example.cn/verify?number=+${number}`,
  `https://example.cn/verify?n=%E2%80%8B${number}%EF%BB%BF`,
  `https://example.cn/verify?number=${grouped('%20')}`,
  `https://example.cn/records?lang=zh&number=${number}`,
  `?number=%20${number}`,
])('the number of the address %j is read with its escapes', (text) => {
  expect(typedKeyword(text)).toBe(number);
  expect(typedNumber(text)).toBe(number);
});

it.each([
  ...['…', '...', '……', '编号…', '编号：…', '202611…', '202611...', '2026112845FFF54C…', '****'].map((before) => [
    `${before}40A413`,
    '40A413',
  ]),
  ['65529988-8001', '65529988-8001'],
  ['６５５２９９８８－８００１', '65529988-8001'],
  ['137****8599', '8599'],
  ['手机：137****8599', '8599'],
  ['E9DBA3****79A960', '79A960'],
  ['合同…2026', '合同…2026'],
  ['张三...2026', '张三...2026'],
  ['12…2026', '12…2026'],
])('%j, as a console or a telephone shows it, is %s', (text, keyword) => {
  expect(typedKeyword(text)).toBe(keyword);
});

const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
it.each([
  hash,
  hash.toUpperCase(),
  `sha256:${hash}`,
  `SHA-256：${hash}`,
  `SHA256=${hash}`,
  hash.match(/../g)?.join(':') ?? '',
  `sha256:${hash.match(/../g)?.join(':') ?? ''}`,
  hash.match(/.{8}/g)?.join(' ') ?? '',
  `${hash}  a.txt`,
  `${hash} *合同 2026.pdf`,
  `SHA256 (a.txt) = ${hash}`,
  // kristapsdz/acme-client#25: without blanks, as openssl dgst writes it. bitwarden/clients#9139: a blank and CR at the end.
  `SHA256(a.txt)= ${hash}`,
  `SHA2-256(a.txt)= ${hash}`,
  `${hash}  a.txt \r\n`,
  `${hash} *a.txt`,
  // SeedSigner/seedsigner#259: the whole of a signed list of one file.
  `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n${hash}  a.img.zip\n-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCgAdFiEE\n=XqX1\n`,
  `SHA2-256(a.txt)= ${hash}`,
  `摘要：${hash}。`,
])('a hash is found in %j', (text) => {
  expect(typedHash(text)).toBe(hash);
});

it.each([`${hash}  ${hash}`, `${hash}0`, 'a.txt'])('%j is no hash', (text) => {
  expect(typedHash(text)).not.toMatch(/^[0-9a-f]{64}$/);
});

it.each([
  ['阿不都热合曼•买买提', '阿不都热合曼·买买提'],
  ['阿不都热合曼・买买提', '阿不都热合曼·买买提'],
  ['阿不都热合曼‧买买提', '阿不都热合曼·买买提'],
  ['阿不都热合曼·买买提', '阿不都热合曼·买买提'],
  ['阿不都热合曼 · 买买提', '阿不都热合曼·买买提'],
  ['欧阳 娜娜', '欧阳娜娜'],
  ['张\u3000三', '张三'],
  [' 张\u200b三\ufeff ', '张三'],
  ['王\ue863', '王䶮'],
  ['\uf9f4⼀', '林一'],
  ['John Smith', 'John Smith'],
  // any86/any-rule#294: a name as it is on the card.
  ['古丽米热·艾比布力', '古丽米热·艾比布力'],
  // liuli-moe/to-the-stars#137, w3c/clreq#512: the dots that are used for it.
  ['克莱丽丝·凡・罗萨姆', '克莱丽丝·凡·罗萨姆'],
  ['卡莉娜•塞', '卡莉娜·塞'],
  ['比尔．盖茨', '比尔·盖茨'],
  // yfedoseev/pdf_oxide#123: radicals in texts copied from a PDF.
  ['⾮⽴⼀⽅⾼⽋⺬', '非立一方高欠示'],
  // mike-fabian/ibus-table-chinese#1: compatibility ideographs of an input method, and one that is unified (U+FA11).
  ['\uf92c\ufa18\ufa11', '郎礼﨑'],
  // nette/utils#304, nowthis/sankeymatic#54: blanks that trim leaves.
  ['\u200b张三\u200b', '张三'],
  ['王\u200d五', '王五'],
  ['王\u00a0\u3000五', '王五'],
  ['葛\u{e0100}城\ufe00', '葛城'],
  ['Zoe\u0301', 'Zo\u00e9'],
  ['Ａｌｉｃｅ  Ｂ', 'Alice B'],
  ['澄帆（北京）科技', '澄帆（北京）科技'],
  ['O’Brien', 'O’Brien'],
])('the name %j is %j', (text, name) => {
  expect(typedName(text)).toBe(name);
});

it.each([
  ['２０２６ 1128\u200b45FFF54CE0DC8AECAA40A413', '2026112845FFF54CE0DC8AECAA40A413'],
  ['存证编号: 2026-1128-45ff-f54c-e0dc-8aec-aa40-a413', '2026112845FFF54CE0DC8AECAA40A413'],
  ["'2026112845FFF54CE0DC8AECAA40A413", '2026112845FFF54CE0DC8AECAA40A413'],
  ['\u202d2026112845FFF54CE0DC8AECAA40A413\u202c', '2026112845FFF54CE0DC8AECAA40A413'],
])('the number %j is %s', (text, number) => {
  expect(typedNumber(text)).toBe(number);
});

// longbridge/gpui-kit#2261, whatwg/html#11395: an input method that stays in full width.
it('reads a short code in full width', () => {
  expect(typedCode(' １２ ３４')).toBe('1234');
});

// Accounts of non-residents (NRA) and of free-trade zones (FTN) begin with letters.
it.each([
  ['6212 2612 0200 1234 567', '6212261202001234567'],
  ['６２１２２６１２０２００１２３４５６７', '6212261202001234567'],
  ['账号：NRA 1234567890', 'NRA1234567890'],
  ['ftn1234567890', 'FTN1234567890'],
  ['1202-0214-09006', '1202-0214-09006'],
  ['账号为6212261202001234567', '6212261202001234567'],
  ['6212261202001234567.0', '6212261202001234567'],
])('a bank account %s is %s', (given, account) => {
  expect(typedAccount(given)).toBe(account);
});

it.each([
  [' a@b.cn ', 'a@b.cn'],
  ['ａ＠ｂ．ｃｎ', 'a@b.cn'],
  ['\u200ba@b.cn\ufeff', 'a@b.cn'],
  ['mailto:a@b.cn', 'a@b.cn'],
  ['张三 <a@b.cn>', 'a@b.cn'],
  ['邮箱：a@b.cn；', 'a@b.cn'],
  ['a@b.cn。', 'a@b.cn'],
  ['First.Last+tag@sub.b.cn', 'First.Last+tag@sub.b.cn'],
  ['<a@b.cn>;', 'a@b.cn'],
  ['张三 <a@b.cn>, ', 'a@b.cn'],
  ["O'Brien <o'brien@b.cn>", "o'brien@b.cn"],
  ['mailto:a@b.cn?subject=x', 'a@b.cn'],
  ['[a@b.cn](mailto:a@b.cn)', 'a@b.cn'],
  ['张三<mailto:a@b.cn>', 'a@b.cn'],
  ['张三（a@b.cn）', 'a@b.cn'],
  ['邮箱 a@b.cn', 'a@b.cn'],
  ['E-mail: a@b.cn', 'a@b.cn'],
  ['email a@b.cn', 'a@b.cn'],
  ['QQ邮箱：12345@qq.com', '12345@qq.com'],
  ['我的邮箱是a@b.cn，谢谢', 'a@b.cn'],
  ['a@b。com', 'a@b.com'],
  ["o'brien@b.cn", "o'brien@b.cn"],
  ["'a@b.cn'", 'a@b.cn'],
  ["'a@b.cn", 'a@b.cn'],
  ['a@b.cn;c@d.cn', 'a@b.cn;c@d.cn'],
  ['没有', '没有'],
  ['', ''],
  ['R&D@company.com', 'R&D@company.com'],
  ['li#wang@qq.com', 'li#wang@qq.com'],
  ['a!b@qq.com', 'a!b@qq.com'],
  ['a/b@qq.com', 'a/b@qq.com'],
  ['_a-1@qq.com', '_a-1@qq.com'],
  ['邮箱：R&D@company.com。', 'R&D@company.com'],
  ['研发部 <R&D@company.com>', 'R&D@company.com'],
  ['研发部 R&D@company.com', 'R&D@company.com'],
  ['a @ b.cn', 'a@b.cn'],
  ['12345 @qq.com', '12345@qq.com'],
  ['张三，a@b.cn', 'a@b.cn'],
  ['张三 a@b.cn', 'a@b.cn'],
  ['张三a@b.cn', 'a@b.cn'],
  ['工作邮箱（a@b.cn），谢谢', 'a@b.cn'],
  ['（工作）a@b.cn', 'a@b.cn'],
  ['【邮箱】 a@b.cn', 'a@b.cn'],
  ['📧 a@b.cn', 'a@b.cn'],
  ['“a@b.cn”', 'a@b.cn'],
  ['"Zhang San" <a@b.cn>', 'a@b.cn'],
  ['a@b.cn <a@b.cn>', 'a@b.cn'],
  ['a@b.cn 张三', 'a@b.cn'],
  ['a@b.cn（张三）', 'a@b.cn'],
])('an e-mail address %s is %s', (given, address) => {
  expect(typedEmail(given)).toBe(address);
  expect(isEmail(address)).toBe(/^[^;]*@[^;]*$/.test(address));
});

it.each([
  'zhang,san@qq.com',
  'zhang，san@qq.com',
  'zhang、san@qq.com',
  'zhang;san@qq.com',
  'zhang, san@qq.com',
  'zhang san@qq.com',
  'zhang\u3000san@qq.com',
  '12345 678@qq.com',
  '姓名：zhang san@qq.com',
  'zhang|san@qq.com',
  'zhang=san@qq.com',
  'zhang\\san@qq.com',
  'zhang(x)san@qq.com',
  'o’brien@qq.com',
  'müller@web.de',
  'zhang..san@qq.com',
  '.san@qq.com',
  'san@qq,com',
  'san@qq.com,cn',
  'san@qq.com1',
  'san@qq.com_cn',
  'san@qq.com@163.com',
  'san@qq',
  'san@qq.cöm',
  'san@@qq.com',
  'a@b.cn <c@d.cn>',
  'a@b.cn/c@d.cn',
  'a@b.cn、c@d.cn',
  'a@b.cn 或 c@d.cn',
  'a@b.cn, c@d.cn',
  'a@b.cn c@d.cn',
  '张三 <a@b.cn>, c@d.cn',
])('what may be another address, or two, is none: %s', (given) => {
  expect(isEmail(typedEmail(given))).toBe(false);
});

it.each([
  ['310000', '310000'],
  ['３１００００', '310000'],
  ['31 00 00', '310000'],
  ['310-000', '310000'],
  ['邮编：310000', '310000'],
  ['邮政编码为310000', '310000'],
  ['（310000）', '310000'],
  ['310000.0', '310000'],
  ['sw1a 1aa', 'SW1A 1AA'],
  ['100-0001', '100-0001'],
  ['31000', '31000'],
])('a postcode %s is %s', (given, code) => {
  expect(typedPostcode(given)).toBe(code);
});

// The same reader as for a hash: a sentence, a path, an address, a line of a table.
describe('an evidence number within a text', () => {
  it.each([
    `我的存证 ${number} 怎么下载？`,
    `存证${number}号证据`,
    `请核对：${grouped(' ')}，谢谢`,
    `编号 ${grouped('-')} 2026年11月28日`,
    `https://other.example/a/${number}/b?c=1`,
    `C:\\证据\\${number}\\a.pdf`,
    `/data/${number.toLowerCase()}.zip`,
    `${number} 和 ${number.toLowerCase()}`,
    `${'。'.repeat(500)}${number}`,
    `存证\t${number}\t2026-11-28\t已存证`,
  ])('is found in %j', (text) => {
    expect(typedNumber(text)).toBe(number);
  });

  it.each([`${number} 和 ${number.replace('2', '3')}`, `a${number}`, `${number}0`, `SHA-256 ${number}${number}`, `${grouped(' ')} 0123`])(
    'is not found in %j',
    (text) => {
      expect(typedNumber(text)).not.toMatch(/^[0-9A-F]{32}$/);
    },
  );
});

describe('the name of an account', () => {
  it.each([
    ['邮箱：a@b.cn', 'a@b.cn'],
    ['mailto:a@b.cn', 'a@b.cn'],
    ['Ａ＠ｂ．ｃｎ', 'A@b.cn'],
    ['手机：128 6293 6328', '12862936328'],
    ['admin', 'admin'],
    ['wang,li@qq.com', 'wang,li@qq.com'],
    ['wang li@qq.com', 'wang li@qq.com'],
    ['wang li＠qq.com', 'wang li@qq.com'],
    ['R&D@company.com', 'R&D@company.com'],
  ])('%s is %s', (given, name) => {
    expect(typedUsername(given)).toBe(name);
  });
});

it.each([
  ['12862143815,12835553490', true],
  ['12862143815，12835553490', true],
  ['12862143815、12835553490', true],
  ['12862143815/12835553490', true],
  ['12862143815 12835553490', true],
  ['12862143815\n12835553490\n', true],
  ['0571-88001234；0571-88001235', true],
  [`${number},${number.replace('45', '46')}`, true],
  ['990000199001011231、990000199001011232', true],
  ['12862143815', false],
  ['12862143815,12862143815', false],
  ['12862143815 雷英昕', false],
  ['128 6214 3815', false],
  [number, false],
  [grouped(' '), false],
  [hash.match(/.{32}/g)?.join('\n') ?? '', false],
  ['6212 2612 0200 1234 567', false],
  ['张三、李四', false],
  ['2026-11-28 10:20:30', false],
  ['', false],
])('%j is several numbers: %s', (text, isSeveral) => {
  expect(isSeveralNumbers(text)).toBe(isSeveral);
});

it.each([
  ['9901**********4648', true],
  ['9901**********464X', true],
  ['9901*******4648', true],
  ['证件号码：9901**********4648', true],
  ['E******78', true],
  ['128****3040', false],
  ['****3040', false],
  ['E9DBA3****79A960', false],
  ['雷**', false],
  ['**', false],
  ['990119900101464X', false],
])('%j is a number with digits that a list hides: %s', (text, isMasked) => {
  expect(isMaskedNumber(text)).toBe(isMasked);
});

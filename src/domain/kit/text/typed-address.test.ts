import { expect, it } from 'vitest';
import { typedAddress } from './typed-address.ts';

const address = 'https://v.douyin.com/J1ceemj/';

// warpdotdev/warp#13088, microsoft/vscode#314618, lycheeverse/lychee#2205: marks behind an address. WooHooDai/linkding-cn#10,
// Evil0ctal/Douyin_TikTok_Download_API#75, moyada/stealer#7: what a share button copies.
it.each([
  address,
  ` ${address}\n`,
  ...['。', '，', ',', ')', '）', '>', '"', '”', '’', "'", '；', '！', '】', '》', '」', '…', '),', '\u200b'].map((mark) => address + mark),
  ...['<>', '()', '（）', '【】', '“”', '「」', '""', "''", '《》'].map(([before, behind]) => `${before}${address}${behind}`),
  `【一个标题】 ${address} 复制此链接，打开【抖音短视频】，直接观看视频！`,
  `5.15 trR:/ 复制打开抖音，看看【某某的作品】# 话题 ... ${address}`,
  `8.94 复制打开抖音，看看【某某】 ... ${address} c@a.Nj qrr:/ 07/23`,
  `网址：${address}，请固定`,
  `请固定${address}。谢谢`,
  `[标题](${address})`,
  ...['，复制本条信息', '。请固定', '、另一个', '；谢谢', '！快看', '：某标题'].map((behind) => address + behind),
  `PR: ${address}（已合并）`,
  `${address} ${address}`,
  `看看 ${address} abc 07/23`,
  `See ${address} for more`,
  // A title and its address, in either order.
  ...['某网页标题', '某网页标题 - 某网站', '“某网页”标题'].flatMap((title) =>
    [' ', '\n', '\r\n'].flatMap((between) => [title + between + address, address + between + title]),
  ),
  `Title in Latin ${address}`,
  `Title in Latin\n${address}`,
  `${address}\nTitle in Latin`,
  `${address}\r\nTitle in Latin - Site`,
  `${address} - Title in Latin`,
  `${address} | Title in Latin`,
  address.replace('://', '：//'),
  address.replace('://', '：／／'),
  `网址：${address.replace('://', '：//')}。`,
  `看 ${address.replace('://', '：//')} 复制此链接`,
  address.replaceAll(/[!-~]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
])('%j has one address', (text) => {
  expect(typedAddress(text)).toBe(address);
});

// linkify-it#15, nfrasser/linkifyjs#400, s9e/TextFormatter#42: what looks like a mark is part of the address.
it.each([
  'https://zh.wikipedia.org/wiki/道_(消歧义)',
  'https://zh.wikipedia.org/wiki/道（消歧义）',
  'https://example.com/文章/第一章',
  'https://例子.中国/a',
  'https://example.com/a?b=(1)',
  'https://example.com/a.',
  'https://example.com/a?',
  'https://example.com/a!',
  'https://example.com/a,b;c',
  'https://zh.wikipedia.org/wiki/你好，李焕英',
  'https://example.com/search?q=华为mate手机',
  'https://abc例子.中国/a',
  'https://example.com/redirect?u=https://example.org/',
  'https://example.com/?u=a,https://example.org/',
  'https://web.archive.org/web/2026/https://example.org/',
  'http://192.168.0.1:8080/a#/b',
  'HTTPS://EXAMPLE.COM/',
])('%s stays', (text) => {
  expect(typedAddress(text)).toBe(text);
});

it.each([
  '',
  'example.com',
  'ftp://example.com/',
  '没有网址',
  `${address} https://example.com/`,
  `看看 ${address}复制此链接`,
  // A line that was wrapped, or a blank within.
  'https://127.0.0.1:1/articles/2026/ 11/30.html',
  'https://127.0.0.1:1/articles/2026/\n11/30.html',
  'https://127.0.0.1:1/articles/2026 /11/30.html',
  'https://127.0.0.1:1/articles/2026/\r\n  index.html',
  '网址：https://127.0.0.1:1/articles/2026/ 11/30.html',
  // A title, or an address with blanks.
  'https://127.0.0.1:1/My Great Document',
  'https://127.0.0.1:1/articles/\nhouse rules/2026.html',
  '“https://127.0.0.1:1/articles/2026/ 11/30.html”',
  'https://exam ple.invalid/x',
  ...['，', ',', ';', '；', '、', '。', '|', '｜'].map((mark) => `https://a.invalid/${mark}https://b.invalid/`),
  '标题 https://example.com/文章/第一章',
  // Ideographs directly behind it.
  'https://pan.baidu.com/s/1x提取码：abcd',
  'https://pan.baidu.com/s/1x?pwd=abcd提取码',
  'https://xhslink.com/a/abc复制本条信息',
  'https://example.com复制',
  'https://example.com复制/a',
  // The scheme twice.
  'https://https://example.com',
  'http://https://example.com',
  'https://http://example.com/a',
  'https://https//example.com',
  '看看 https://https://example.com',
])('%j has none, several, or one without an end', (text) => {
  expect(typedAddress(text)).toBeNull();
});

it.each([
  ['https://例子.中国，复制', 'https://例子.中国'],
  ['https://xhslink.com/a/abc，复制本条信息，打开【某某】App', 'https://xhslink.com/a/abc'],
])('%j ends at %s', (text, found) => {
  expect(typedAddress(text)).toBe(found);
});

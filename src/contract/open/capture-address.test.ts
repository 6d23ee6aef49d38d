import { expect, it } from 'vitest';
import { captureIntakeCalls } from './captures.ts';
import { faultMessage, readFields } from './faults.ts';

const { body } = captureIntakeCalls.createCapture;
const read = (url: string) => readFields(body, { unique_id: '1', user_id: '1', title: '标题', url }, 'body');

it.each([
  ['https://example.com/a', 'https://example.com/a'],
  ['https://example.com/a。', 'https://example.com/a'],
  ['【标题】 https://example.com/a 复制此链接', 'https://example.com/a'],
  ['https://xhslink.com/a/abc，复制本条信息', 'https://xhslink.com/a/abc'],
  ['https://zh.wikipedia.org/wiki/道_(消歧义)', 'https://zh.wikipedia.org/wiki/%E9%81%93_(%E6%B6%88%E6%AD%A7%E4%B9%89)'],
  ['http:\\\\example.com', 'http://example.com/'],
])('the address in %s is %s', (given, url) => {
  expect(read(given).data?.url).toBe(url);
});

it.each([
  ['https://example.com/a https://example.com/b', 'must hold exactly one address'],
  ['https://a:b@example.com/', 'without user name and password'],
  ['https://https://example.com', '写了两次'],
  ['http://https://example.com/a', '写了两次'],
  ['https://pan.baidu.com/s/1x提取码：abcd', 'must hold exactly one address'],
  ['example.com', '网址缺少开头的 https://'],
  ['www.example.com/a?b=1', '网址缺少开头的 https://'],
  ['例子.中国', '网址缺少开头的 https://'],
  ['没有网址', 'must be an http or https address'],
  ['ftp://example.com', 'must be an http or https address'],
])('%s is refused: %s', (given, words) => {
  expect(faultMessage(read(given).faults ?? [])).toContain(words);
});

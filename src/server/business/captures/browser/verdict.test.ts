import { createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { isBlankPicture, reasonAgainst, type LoadedPage } from './verdict.ts';

const plain: LoadedPage = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  title: '一篇文章',
  text: '文字'.repeat(500),
  sources: [],
};
const challenge = '目标网站要求人机验证，未能打开网页';

it.each([
  ['a Cloudflare page', { status: 403, headers: { ...plain.headers, 'cf-mitigated': 'challenge' } }],
  ['Just a moment', { status: 503, title: 'Just a moment...', text: 'Checking your browser before accessing the site.' }],
  ['one that answers 200', { title: '安全验证', text: '请完成下方验证后继续' }],
  ['a slider', { text: '请拖动滑块完成拼图' }],
  ['an empty page with a captcha', { text: '', sources: ['https://newassets.hcaptcha.com/captcha/v1/x.html'] }],
  ['百度', { title: '百度安全验证', text: '' }],
] as const)('takes %s for a challenge', (_name, change) => {
  expect(reasonAgainst({ ...plain, ...change })).toBe(challenge);
});

it.each([
  ['an article', {}],
  ['an article with a captcha at its comments', { sources: ['https://www.google.com/recaptcha/api.js'] }],
  ['an article about captchas', { title: '什么是验证码登录', text: `请完成验证后继续 ${'文字'.repeat(400)}` }],
  [
    'a short page with a captcha script',
    {
      text:
        '登录页面，请输入帐号和密码，阅读用户协议，联系客服电话，查看更多内容，关于我们，隐私政策，广告合作，招贤纳士，意见反馈，' +
        '网站地图',
      sources: ['https://www.recaptcha.net/recaptcha/api.js'],
    },
  ],
  ['a picture', { headers: { 'content-type': 'image/png' }, text: '' }],
] as const)('takes %s for what it is', (_name, change) => {
  expect(reasonAgainst({ ...plain, ...change })).toBeNull();
});

it('names errors and downloads', () => {
  expect(reasonAgainst({ ...plain, status: 404 })).toBe('目标网站返回错误（HTTP 404）');
  expect(reasonAgainst({ ...plain, status: 502 })).toBe('目标网站返回错误（HTTP 502）');
  for (const type of ['application/pdf', 'application/octet-stream', 'video/mp4'])
    expect(reasonAgainst({ ...plain, headers: { 'content-type': type } })).toBe('目标网址是文件下载，不是网页');
});

it('sees when a picture shows nothing', async () => {
  const canvas = createCanvas(1366, 900);
  const pen = canvas.getContext('2d');
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, 1366, 900);
  expect(await isBlankPicture(canvas.toBuffer('image/png'))).toBe(true);
  pen.fillStyle = 'black';
  pen.fillRect(600, 400, 100, 60);
  expect(await isBlankPicture(canvas.toBuffer('image/png'))).toBe(false);
});

import { describe, expect, it } from 'vitest';
import { accepted, classify, encodeForm, refused, rowsOf, tokenOf, type Envelope } from './wire.ts';

const reply = (code: number | string, message: string, data: unknown = null): Envelope => ({ code, message, msg: message, data });

describe('classify: spec/console, 8.2, rule by rule', () => {
  it.each([
    ['a number 200 is a success', reply(200, 'success'), { kind: 'ok' }],
    ["the text '200' is a success", reply('200', '审核成功'), { kind: 'ok' }],
    ['408 ends the session', reply(408, '接口解密失败'), { kind: 'signOut', text: '接口解密失败' }],
    ['a lacking permission ends the session', refused('forbidden'), { kind: 'signOut', text: '权限不足！请重新登录' }],
    [
      'a disabled account ends the session with 4 seconds of notice',
      refused('disabled'),
      { kind: 'signOut', text: '账号被禁用', durationMs: 4000 },
    ],
    ['403 failed shows the inner message', refused('rule', { msg: '请填写拒绝原因' }), { kind: 'error', text: '请填写拒绝原因' }],
    [
      'an unknown user shows the inner message under any code',
      reply(500, 'failed', { msg: '该用户不存在' }),
      { kind: 'error', text: '该用户不存在' },
    ],
    [
      'an unverified user shows the inner message under any code',
      reply(1, 'failed', { msg: '该用户未实名通过' }),
      { kind: 'error', text: '该用户未实名通过' },
    ],
    ['430 shows the inner message', refused('conflict', { msg: '该申请已被其他人审核' }), { kind: 'error', text: '该申请已被其他人审核' }],
    ['any other message is shown as an error', reply(429, '请求过于频繁'), { kind: 'error', text: '请求过于频繁' }],
    ['审核成功 is never shown as an error', reply(1, '审核成功'), { kind: 'quiet' }],
    ['an expired login ends the session', refused('signedOut'), { kind: 'signOut', text: '账户过期，请重新登录' }],
    ['408 is decided before the message is read', reply(408, '权限不足！'), { kind: 'signOut', text: '接口解密失败' }],
  ])('%s', (_name, envelope, verdict) => expect(classify(envelope)).toEqual(verdict));
});

describe('encoding', () => {
  it('sends texts, comma-joins lists and leaves absent fields out', () => {
    expect(encodeForm({ a: 1, b: ['x', 'y'], c: undefined, d: null, e: '', f: '张 三' }).toString()).toBe(
      'a=1&b=x%2Cy&e=&f=%E5%BC%A0+%E4%B8%89',
    );
  });
  it('reads data.list and data.data alike', () => {
    expect(rowsOf({ list: [1], count: 1 })).toEqual({ rows: [1], total: 1 });
    expect(rowsOf({ data: [2], count: 5 })).toEqual({ rows: [2], total: 5 });
  });
  it('takes the bearer token and the bare one', () => {
    expect([tokenOf('Bearer abc'), tokenOf('abc'), tokenOf(undefined)]).toEqual(['abc', 'abc', '']);
    for (const nothing of ['Bearer', 'Bearer ', 'bearer  ', ' ']) expect(tokenOf(nothing)).toBe('');
    expect(tokenOf('BearerToken')).toBe('BearerToken');
  });
  it('carries the same text as message and msg', () => {
    expect(accepted(null, '登录成功')).toEqual({ code: 200, message: '登录成功', msg: '登录成功', data: null });
  });
});

import { describe, expect, it } from 'vitest';
import { accepted, refused, transportRefusal, type Envelope } from '../../../contract/wire.ts';
import { CallRefused, settle, SignedOut, type Effects } from './verdict.ts';

function stage(token = 't1') {
  const said: string[] = [];
  const state = { token };
  const effects: Effects = {
    currentToken: () => state.token,
    showSuccess: (text) => said.push(`+${text}`),
    showError: (text, durationMs) => said.push(`-${text}${durationMs === undefined ? '' : ` ${durationMs}`}`),
    endSession: () => {
      state.token = '';
      said.push('/login');
    },
    reloadOperator: () => said.push('who?'),
  };
  const run = (reply: Envelope, manner = {}) => {
    try {
      return settle(reply, 't1', effects, manner);
    } catch (error) {
      return error;
    }
  };
  return { said, run };
}

describe('spec/console, 8.2: what a reply does to the console', () => {
  it.each<[string, Envelope, string[]]>([
    ['a read that succeeds says nothing', accepted(1), []],
    ['a write that succeeds shows its message', accepted(null, '审核成功'), ['+审核成功']],
    ["the text '200' is a success", { ...accepted(null), code: '200' }, []],
    ['408 shows 接口解密失败 and goes to /login', refused('brokenToken'), ['-接口解密失败', '/login']],
    ['a lacking permission asks to sign in again', refused('forbidden'), ['-权限不足！请重新登录', '/login']],
    ['a disabled account is told for 4 seconds', refused('disabled'), ['-账号被禁用 4000', '/login']],
    ['403 failed shows the inner message', refused('rule', { msg: '请填写拒绝原因' }), ['-请填写拒绝原因']],
    ['an unknown user shows the inner message', transportRefusal(1, 'failed', { msg: '该用户不存在' }), ['-该用户不存在']],
    ['an unverified user shows the inner message', transportRefusal(1, 'failed', { msg: '该用户未实名通过' }), ['-该用户未实名通过']],
    ['430 shows the inner message', refused('conflict', { msg: '该申请已被其他人审核' }), ['-该申请已被其他人审核']],
    ['any other message is shown as an error', transportRefusal(429, '请求过于频繁，请稍后再试'), ['-请求过于频繁，请稍后再试']],
    ['审核成功 under another code is neither error nor end', transportRefusal(1, '审核成功'), []],
    ['an expired login ends the session', refused('signedOut'), ['-账户过期，请重新登录', '/login']],
    ['a fault is shown with its request id', transportRefusal(500, '系统繁忙', { requestId: 'r-7' }), ['-系统繁忙（编号：r-7）']],
    [
      'a request id that the message already names is not repeated',
      transportRefusal(500, '系统繁忙（编号：r-7）', { requestId: 'r-7' }),
      ['-系统繁忙（编号：r-7）'],
    ],
  ])('%s', (_name, reply, expected) => {
    const { said, run } = stage();
    run(reply);
    expect(said).toEqual(expected);
  });

  it.each([
    [{ act: '已通过', name: '北京舟野食品有限公司' }, '审核成功，已通过：北京舟野食品有限公司'],
    [{ name: '李四' }, '审核成功：李四'],
    [{ act: '已通过', name: '' }, '审核成功'],
  ])('a write that succeeds says what happened to what: %o', (about, expected) => {
    const { said, run } = stage();
    run(accepted(null, '审核成功'), { about });
    run(accepted(null, 'success'), { about });
    expect(said).toEqual([`+${expected}`]);
  });

  it('five parallel replies of an expired session show one message and redirect once', () => {
    const { said, run } = stage();
    const outcomes = Array.from({ length: 5 }, () => run(refused('signedOut')));
    expect(said).toEqual(['-账户过期，请重新登录', '/login']);
    expect(outcomes.every((outcome) => outcome instanceof SignedOut)).toBe(true);
  });

  it('a late reply to a session that another tab has ended or replaced shows no message', () => {
    const { said, run } = stage('t2');
    run(refused('signedOut'));
    expect(said).toEqual([]);
  });

  it('a quiet call leaves the message to its caller, but a lost session is always reported', () => {
    const { said, run } = stage();
    const refusal = run(refused('rule', { msg: '日期范围无效', fields: { registtime: '日期范围无效' } }), { quiet: true });
    expect(refusal).toEqual(new CallRefused(403, '日期范围无效', { registtime: '日期范围无效' }));
    expect(said).toEqual([]);
    run(refused('signedOut'), { quiet: true });
    expect(said).toHaveLength(2);
  });

  it('a form says itself what somebody else changed, and nothing else', () => {
    const { said, run } = stage();
    expect(run(refused('conflict', { msg: '已被其他人修改' }), { quietOnConflict: true })).toBeInstanceOf(CallRefused);
    expect(said).toEqual([]);
    run(refused('rule', { msg: '用户名已存在' }), { quietOnConflict: true });
    expect(said).toEqual(['-用户名已存在']);
  });

  it('when the role has begun to require a one-time password, any call leads to its page', () => {
    const { said, run } = stage();
    for (const manner of [{}, { quiet: true }])
      run(transportRefusal(403, 'failed', { msg: '请先设置动态口令', mustSetUpTotp: true }), manner);
    expect(said).toEqual(['who?', 'who?']);
  });
});

import { describe, expect, it } from 'vitest';
import { trailDiff, trailDiffText } from './trail-diff.ts';

describe('a change in words', () => {
  it('leaves out what stayed, and says what a field was and is', () => {
    expect(trailDiff('user/1', { status: 'pending', repair: 'none' }, { status: 'rejected', repair: 'none', reason: '照片不清' })).toEqual([
      { label: '状态', old: '待审核', now: '未通过' },
      { label: '原因', old: '', now: '照片不清' },
    ]);
    expect(trailDiffText('application/1', null, { result: 'failed' })).toBe('结果：不通过');
    expect(trailDiffText('account/2', { status: 'enabled' }, { status: 'disabled' })).toBe('状态：启用 → 禁用');
    expect(trailDiffText('account/2', { session: '7', ip: '192.0.2.1' }, null)).toBe('会话编号：7 → 无；IP：192.0.2.1 → 无');
    expect(trailDiffText('account/2', null, null)).toBe('');
  });

  it('tells of a role only the nodes that came and went', () => {
    expect(trailDiff('role/2', { nodes: [1, 2, 27] }, { nodes: [1, 3, 27] })).toEqual([
      { label: '新增权限', old: '', now: '个人用户认证' },
      { label: '移除权限', old: '企业用户认证', now: '' },
    ]);
  });

  it('tells amounts as people count them', () => {
    expect(trailDiffText('order/1', null, { amountFen: 14_000 })).toBe('金额（元）：140.00');
    expect(trailDiffText('order/1', null, { amountFen: 'many' })).toBe('金额（元）：many');
  });

  it('leaves what people wrote as they wrote it, also where it is one of our names', () => {
    expect(trailDiffText('user/1', null, { name: 'enterprise', reason: 'failed', explain: 'toString' })).toBe(
      '原因：failed；名称：enterprise；说明：toString',
    );
  });

  it('names people and roles in place of their ids, an acceptor as they were called then', () => {
    const nameOf = (reference: string) => ({ 'account/3': '沈知衡', 'role/2': '公证员' })[reference];
    expect(trailDiff('application/1', { claimedBy: null }, { claimedBy: '3' }, nameOf)).toEqual([
      { label: '处理人', old: '', now: '沈知衡' },
    ]);
    expect(trailDiff('account/4', null, { role_id: '2', owner: '9' }, nameOf)).toEqual([
      { label: '角色', old: '', now: '公证员' },
      { label: '所有者', old: '', now: '9' },
    ]);
    const [before, after] = [
      { acceptor: '3', name: '沈知' },
      { acceptor: null, name: '' },
    ];
    expect(trailDiffText('application/1', before, after)).toBe('受理人：沈知 → 无');
  });

  it('shows a state within a state and a field that it does not know', () => {
    expect(trailDiffText('user/1', null, { pictures: { license: { sha256: 'ab', sizeBytes: 3 } }, constructor: 1, accepts: true })).toBe(
      '接受出证：是；证件图片：营业执照 SHA-256 ab，大小（字节） 3；constructor：1',
    );
  });
});

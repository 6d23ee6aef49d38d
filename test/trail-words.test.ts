import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { trailDiff, trailDiffText } from '../src/domain/trail/trail-diff.ts';
import { objectName, trailActions } from '../src/domain/trail/trail-words.ts';

const root = join(import.meta.dirname, '../src');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /^(?:server|cli)\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  // The demo writes the trail's rows itself; acts that are made in one file may be written by another.
  .filter(({ path, text }) => /record(?:Trail|Acts)\(|\baction: [^\n]*'[^']*[一-龥]/.test(text) || path.startsWith('server/demo/'));
const given = (field: string) =>
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(new RegExp(`\\b${field}: ([^\\n]*)`, 'g'))].map((match) => ({ path, value: spelledOut(match[1] ?? '', text) })),
  );
/** A value out of a table of the same file is as good as the table. */
function spelledOut(value: string, text: string): string {
  const table = /^(\w+)\[/.exec(value)?.[1];
  return table === undefined ? value : (new RegExp(`const ${table}\\b[^=]*= ([^;]*);`).exec(text)?.[1]?.replaceAll('\n', ' ') ?? value);
}
/** The expression up to the next field. */
const chinese = (value: string) =>
  [...value.replace(/, (?:object|before|after):.*$/, '').matchAll(/'([^']*[一-龥][^']*)'/g)].map((match) => match[1] ?? '');

describe('every act that the sources put on the trail', () => {
  const actions = given('action').filter(({ value }) => !/^(?:string|act\.action)\b/.test(value));

  it('is named by Chinese words at its place', () => {
    expect(actions.length).toBeGreaterThan(20);
    expect(actions.filter(({ value }) => chinese(value).length === 0)).toEqual([]);
  });

  it('is one of the words that the log can be filtered by', () => {
    const used = actions.flatMap(({ path, value }) => chinese(value).map((word) => ({ path, word })));
    expect(used.filter(({ word }) => !trailActions.includes(word))).toEqual([]);
    expect(new Set(trailActions).size).toBe(trailActions.length);
  });

  it('names an object that has a Chinese word', () => {
    const objects = given('object').flatMap(({ path, value }) =>
      [...value.matchAll(/^['`]([\w/]+)/g)].map((match) => ({ path, object: match[1] ?? '' })),
    );
    expect(objects.length).toBeGreaterThan(20);
    const instances = objects.flatMap(({ path, object }) =>
      (object === 'users/' ? ['users/personal', 'users/enterprise'] : [object]).map((one) => ({ path, object: one })),
    );
    expect(instances.filter(({ object }) => !/[一-龥]/.test(objectName(object)))).toEqual([]);
  });
});

describe('a change in words', () => {
  it('leaves out what stayed, and says what a field was and is', () => {
    expect(trailDiff('user/1', { status: 'pending', repair: 'none' }, { status: 'rejected', repair: 'none', reason: '照片不清' })).toEqual([
      { label: '状态', old: '待审核', now: '未通过' },
      { label: '原因', old: '', now: '照片不清' },
    ]);
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

  it('leaves what people wrote as they wrote it, also where it is one of our names', () => {
    expect(trailDiffText('user/1', null, { name: 'enterprise', reason: 'failed', explain: 'toString' })).toBe(
      '原因：failed；名称：enterprise；说明：toString',
    );
  });

  it('shows a state within a state and a field that it does not know', () => {
    expect(trailDiffText('user/1', null, { pictures: { license: { sha256: 'ab', sizeBytes: 3 } }, constructor: 1, accepts: true })).toBe(
      '接受出证：是；证件图片：营业执照 SHA-256 ab，大小（字节） 3；constructor：1',
    );
  });

  it('names an object that it does not know as it stands', () => {
    expect(objectName('users/enterprise')).toBe('企业用户认证');
    expect(objectName('nothing/5')).toBe('nothing/5');
    expect(objectName('toString')).toBe('toString');
  });
});

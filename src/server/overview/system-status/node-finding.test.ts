import { expect, it } from 'vitest';
import { nodeFinding } from './machine-findings.ts';

it.each([
  ['v20.20.2', '2026-04-30T12:00:00Z', 'ok'],
  ['v20.20.2', '2026-05-01T00:00:00Z', 'warn'],
  ['v22.15.0', '2027-04-30T12:00:00Z', 'ok'],
  ['v22.15.0', '2027-05-01T00:00:00Z', 'warn'],
  ['v24.0.0', '2026-11-28T00:00:00Z', 'ok'],
  ['v25.1.0', '2026-11-28T00:00:00Z', 'warn'],
  ['v99.0.0', '2026-11-28T00:00:00Z', 'ok'],
])('%s on %s is %s', (version, now, state) => {
  expect(nodeFinding(version, new Date(now))).toMatchObject({ item: 'node', state });
});

it('says since when, and what to do, in both languages', () => {
  expect(nodeFinding('v20.20.2', new Date('2026-11-28T00:00:00Z'))).toEqual({
    item: 'node',
    name: 'Node.js',
    state: 'warn',
    detail: 'v20.20.2 has had no security corrections since 2026-04-30',
    text: 'v20.20.2 自 2026-04-30 起不再有安全更新',
    todo: 'install Node 22 and restart',
    advice: '安装 Node.js 22 后重启',
  });
});

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tool } from '../installation/tool.ts';

const ops = join(import.meta.dirname, '../../ops');
const units = readdirSync(join(ops, 'systemd')).filter((name) => name.endsWith('.service'));
const haproxy = tool('haproxy');
const analyze = tool('systemd-analyze');
/** `systemd-analyze` can rate units without a running systemd since version 250. */
const judges = Number(/systemd (\d+)/.exec(spawnSync(analyze.path, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1] ?? 0) >= 250;

describe.skipIf(!judges)(`the units of systemd${analyze.note}`, () => {
  it.each(units)('%s leaves little that a broken-in program could reach', (name) => {
    const words = ['security', '--offline=true', '--threshold=20', '--no-pager', join(ops, 'systemd', name)];
    const { status, stdout, stderr } = spawnSync(analyze.path, words, { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThanOrEqual(2);
    expect(status).toBe(0);
  });
});

it.each(units)('%s stops more slowly than a server drains by itself', (name) => {
  const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(readFileSync(join(ops, 'systemd', name), 'utf8'))?.[1]);
  expect(seconds).toBeGreaterThanOrEqual(30);
});

it.skipIf(haproxy.isMissing)(`HAProxy takes the example's words${haproxy.note}`, () => {
  const { status, stderr } = spawnSync(haproxy.path, ['-c', '-f', join(ops, 'haproxy.cfg')], { encoding: 'utf8' });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
});

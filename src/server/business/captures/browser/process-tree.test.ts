import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { processTree } from './process-tree.ts';

it.skipIf(process.platform !== 'linux')('is gone once it is killed: the browser, what it started, and nobody else', async () => {
  const profile = `/tmp/profile-${process.pid}`;
  const neighbour = spawn('sleep', ['600']);
  const browser = spawn('sh', ['-c', 'sleep 600 & sleep 600 & echo ready; wait', 'browser', `--user-data-dir=${profile}`]);
  try {
    await once(browser.stdout, 'data');
    const tree = processTree(profile);
    expect(await tree.look()).toHaveLength(3);
    await tree.kill();
    expect(await tree.look()).toEqual([]);
    expect(await processTree(profile).look()).toEqual([]);
    expect([neighbour.exitCode, neighbour.signalCode]).toEqual([null, null]);
  } finally {
    neighbour.kill();
    browser.kill('SIGKILL');
  }
});

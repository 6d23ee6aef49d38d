import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tablePath } from '../../../test/installation/backups.ts';
import { testApp } from '../../../test/installation/app.ts';
import { applicationMaker } from '../../../test/installation/factories/applications.ts';
import { custodyHealth } from '../../server/custody/audit/health.ts';
import { readPlatformFigures } from '../../server/custody/platform/figures.ts';
import { custodyMetrics } from '../../server/overview/metrics/custody-metrics.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';
import { backup } from './backup.ts';
import { drill } from './drill.ts';

const installation = testApp();
const make = applicationMaker(installation);
let folder: string;
let place: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-drilled-'));
  place = join(folder, 'backups');
  await make.open();
  await mkdir(join(folder, 'data'));
  await backup.run({ ...installation, args: [place], config: readConfig({ DATA_DIR: join(folder, 'data') }) });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Configuration of the running installation, which must not be touched. */
const drillNow = () =>
  drill.run({
    ...installation,
    args: [place, '--folder', join(folder, 'drills')],
    config: readConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', DATA_DIR: join(folder, 'data') }),
  });
const gauge = async (name: string) => {
  const found = custodyMetrics(await custodyHealth(installation.db)).find((one) => one.name === name);
  return found?.values[0]?.value;
};

describe('a restore drill', () => {
  it('brings the newest backup back beside the installation, signs in there, and leaves a dated result and nothing else', async () => {
    expect(await gauge('notary_restore_drill_succeeded')).toBeNull();
    const before = await installation.pool.query('select from account');
    const result = await drillNow();
    expect([result.failed, result.text]).toEqual([
      false,
      expect.stringMatching(/came back whole in \d+ s\.\n[^]*signed in, and read the lists/),
    ]);
    const { restoreDrill } = await readPlatformFigures(installation.db);
    expect(restoreDrill).toEqual({ at: expect.any(String) as string, hasSucceeded: true });
    expect(await gauge('notary_restore_drill_succeeded')).toBe(1);
    const { rows } = await installation.pool.query("select after from trail where action = '恢复演练'");
    expect(rows).toEqual([{ after: { succeeded: true, seconds: expect.any(Number) as number } }]);
    expect(await readdir(join(folder, 'drills'))).toEqual([]);
    expect((await installation.pool.query('select from account')).rowCount).toBe(before.rowCount);
  });

  it('of a backup that is not whole has failed, and says why', async () => {
    const path = tablePath(place, 'trail');
    const bytes = await readFile(path);
    bytes[12] = (bytes[12] ?? 0) ^ 1;
    await writeFile(path, bytes);
    expect(await drillNow()).toMatchObject({
      failed: true,
      text: expect.stringMatching(/DID NOT COME BACK WHOLE[^]*trail\.copy\.gz was changed/),
    });
    expect((await readPlatformFigures(installation.db)).restoreDrill).toMatchObject({ hasSucceeded: false });
    expect(await gauge('notary_restore_drill_succeeded')).toBe(0);
  });
});

import { rename } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { evidenceMaker } from '../../../../test/installation/factories/evidence.ts';
import { scrubber } from '../../../../test/installation/scrub.ts';
import { recordMissing } from '../../../cli/commands/store.ts';
import { custodyHealth } from '../audit/health.ts';

const installation = testApp();
const make = evidenceMaker(installation);
const { scrub, due, stateOf, fileStatusOf, pathOf, kept } = scrubber(installation, make);
beforeAll(() => make.open());

const accusations = async () => {
  const { rows } = await installation.pool.query(
    `select action as what from trail where action = '发现文件缺失'
      union all select type from event_pending where type = 'evidence.damaged'`,
  );
  return rows;
};

it('a store that has lost most of its files accuses nobody, until they are back or somebody says that they are lost', async () => {
  const all = [];
  for (let at = 0; at < 12; at += 1) all.push(await kept());
  const gone = all.slice(2);
  for (const { sha256 } of gone) await rename(pathOf(sha256), `${pathOf(sha256)}.away`);
  await due(...all.map(({ sha256 }) => sha256));
  await expect(scrub()).rejects.toThrow(/ is missing, and so are \d+ of \d+ others: is this the store of another installation/);
  for (let at = 0; at < gone.length; at += 1) await scrub().catch(() => undefined);
  expect(await accusations()).toEqual([]);
  expect(new Set(await Promise.all(all.map(({ number }) => fileStatusOf(number))))).toEqual(new Set(['stored']));
  expect((await custodyHealth(installation.db)).scrub).toMatchObject({ missing: 0, unreadable: gone.length });

  const [back, ...lost] = gone;
  if (!back) throw new Error('no file');
  await rename(`${pathOf(back.sha256)}.away`, pathOf(back.sha256));
  await due(back.sha256);
  expect(await scrub()).toEqual([]);
  const alarms: string[] = [];
  expect(await recordMissing(installation.db, installation.store, (line) => alarms.push(line))).toBe(lost.length);
  expect(alarms).toHaveLength(lost.length);
  expect(await stateOf(lost[0]?.sha256 ?? '')).toBe('missing');
  expect(await accusations()).toHaveLength(2 * lost.length);
  expect((await custodyHealth(installation.db)).scrub).toMatchObject({ missing: lost.length, unreadable: 0 });
});

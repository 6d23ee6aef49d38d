import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { backedUp } from '../../../test/installation/backed-up.ts';
import { recordCheck } from '../../server/custody/objects/scrub-verdict.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';
import { repair } from './repair.ts';

const office = backedUp();
const { installation } = office;

const pathOf = (sha256: string) => join(installation.folder, 'sha256', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
const run = () =>
  repair.run({ ...installation, args: [office.whole], config: readConfig({ DATA_DIR: office.dataDir }) }) as Promise<{
    value: { repaired: number; remaining: number };
    text: string;
    failed: boolean;
  }>;
const lose = async (sha256: string, state: 'damaged' | 'missing') =>
  recordCheck({ db: installation.db, alarm: () => undefined, cycleDays: 30 }, sha256, state);

it('puts damaged and missing files back from the backup, gives their evidence back, and names what the backup lacks', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue();
  const files = await installation.db
    .selectFrom('evidence_file as f')
    .innerJoin('evidence as e', 'e.id', 'f.evidence_id')
    .select(['f.sha256', 'e.number'])
    .where('f.role', '=', 'original')
    .where('f.content', 'is', null)
    .orderBy('e.id')
    .execute();
  const [first, second] = files;
  if (!first || !second) throw new Error('the office has evidence');
  const bytes = await readFile(pathOf(first.sha256));
  await writeFile(pathOf(first.sha256), 'other bytes');
  await lose(first.sha256, 'damaged');
  await rm(pathOf(second.sha256));
  await lose(second.sha256, 'missing');

  expect(await run()).toMatchObject({ value: { repaired: 2, remaining: 0 }, failed: false });
  expect(await readFile(pathOf(first.sha256))).toEqual(bytes);
  const states = await installation.db
    .selectFrom('evidence')
    .select('file_status')
    .where('number', 'in', [first.number, second.number])
    .execute();
  expect(states.map(({ file_status: status }) => status)).toEqual(['stored', 'stored']);
  expect(told.mock.calls.flat()).toEqual([expect.stringContaining('is whole, it was'), expect.stringContaining('is whole, it was')]);

  // A file that was stored after the backup.
  await lose(second.sha256, 'missing');
  await rm(join(office.whole, 'objects', 'sha256', second.sha256.slice(0, 2), second.sha256.slice(2, 4), second.sha256), { force: true });
  const { value, text, failed } = await run();
  expect({ value, failed }).toEqual({ value: { repaired: 0, remaining: 1 }, failed: true });
  expect(text).toContain(`Still lost: ${second.sha256} (in the backup it is missing).`);
  told.mockRestore();
});

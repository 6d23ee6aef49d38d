import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFile } from './light-file.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-file-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('is closed after what is under way, whose number would else be another file’s', async () => {
  const bytes = Buffer.alloc(64 * 1024 * 1024, 'x');
  const file = await createFile(join(folder, 'large'), 0o600);
  const order: string[] = [];
  const written = file.write(bytes).then(() => order.push('written'));
  await file.close();
  order.push('closed');
  await written;
  expect(order).toEqual(['written', 'closed']);
  expect((await readFile(join(folder, 'large'))).equals(bytes)).toBe(true);
});

it('is refused where it is there already', async () => {
  const path = join(folder, 'there');
  const file = await createFile(path, 0o600);
  await file.write(Buffer.from('one'));
  await file.sync();
  await file.close();
  await expect(createFile(path, 0o600)).rejects.toThrow('EEXIST');
  expect(await readFile(path, 'utf8')).toBe('one');
});

import { randomBytes } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool, type PoolConfig } from 'pg';

/**
 * Started by intake.ts: the minimum that stores a file and a row durably, as a bare loop. It writes and syncs a file of 4 KB, renames it,
 * syncs its folder and commits one row; without HTTP, hashes or rules, in one folder.
 */
process.on('message', (start: FloorStart) => {
  void run(start).then((perSecond) => process.send?.(perSecond));
});
process.on('disconnect', () => process.exit(0));

export interface FloorStart {
  readonly address: PoolConfig;
  readonly folder: string;
  readonly loops: number;
  readonly seconds: number;
}

async function run({ address, folder, loops, seconds }: FloorStart): Promise<number> {
  const pool = new Pool({ ...address, max: 20 });
  await pool.query('create table if not exists bench_floor (name text primary key, at timestamptz not null default now())');
  const home = join(folder, 'floor');
  await mkdir(home, { recursive: true });
  const bytes = randomBytes(4096);
  const end = performance.now() + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: loops }, async () => {
      while (performance.now() < end) {
        await keep(pool, home, bytes);
        done += 1;
      }
    }),
  );
  await pool.end();
  return done / seconds;
}

async function keep(pool: Pool, home: string, bytes: Buffer): Promise<void> {
  const name = randomBytes(16).toString('hex');
  const staged = join(home, `${name}.new`);
  const file = await open(staged, 'wx');
  await file.write(bytes);
  await file.sync();
  await file.close();
  await rename(staged, join(home, name));
  const folder = await open(home, 'r');
  await folder.sync();
  await folder.close();
  await pool.query({ name: 'keep', text: 'insert into bench_floor (name) values ($1)', values: [name] });
}

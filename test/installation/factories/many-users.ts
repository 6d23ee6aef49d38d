import type { Insertable } from 'kysely';
import type { Database } from '../../../src/server/platform/db/database.ts';
import type { Tables } from '../../../src/server/platform/db/tables.ts';

type NewUser = Insertable<Tables['users']>;

/** The same sequence of numbers in [0, 1) for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

export function pick<T>(random: () => number, from: readonly T[]): T {
  if (from.length === 0) throw new RangeError('nothing to pick from');
  return from[Math.floor(random() * from.length)] as T;
}

/** Users whose names contain everything that could mislead a search, registered around the midnights of ten days and of two years. */
export function randomUser(random: () => number, index: number): NewUser {
  const day = random() < 0.5 ? Math.floor(random() * 10) : Math.floor(random() * 730);
  const registered_at = new Date(start + day * 86_400_000 + pick(random, [0, -1, 1, -1000, 1000, Math.floor(random() * 86_400_000)]));
  const status = pick(random, ['unverified', 'pending', 'approved', 'rejected'] as const);
  return {
    type: pick(random, ['personal', 'personal', 'enterprise'] as const),
    name: Array.from({ length: Math.floor(random() * 6) }, () => pick(random, pieces)).join(''),
    mobile: `100${String(index * 7919)
      .padStart(8, '0')
      .slice(-8)}`,
    status,
    id_card: random() < 0.5 ? `99010119900101${String(index % 1000).padStart(3, '0')}${pick(random, ['X', '1'])}` : '',
    registered_at,
    checked_at:
      status === 'approved' || status === 'rejected' ? new Date(registered_at.getTime() + Math.floor(random() * 5 * 86_400_000)) : null,
  };
}

export async function insertUsers(db: Database, users: readonly NewUser[]): Promise<void> {
  for (let i = 0; i < users.length; i += 1000)
    await db
      .insertInto('users')
      .values(users.slice(i, i + 1000))
      .execute();
}

export const pieces = [
  '张',
  '张',
  '伟',
  '王',
  '科技',
  '有限公司',
  '𠮷',
  '😀',
  '👨‍👩‍👧',
  'A',
  'a',
  'Bc',
  'É',
  'é',
  '1',
  '00',
  '%',
  '_',
  '\\',
  "'",
  '"',
  ' ',
  '（',
  '(',
  '·',
];
/** 2025-01-01 00:00 in Shanghai. */
export const start = Date.UTC(2024, 11, 31, 16);

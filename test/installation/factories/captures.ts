import { randomBytes } from 'node:crypto';
import { pictureName, sourceName } from '../../../src/domain/proof/web-archive/capture-files.ts';
import { createCapture } from '../../../src/server/business/captures/service.ts';
import type { Database } from '../../../src/server/platform/db/database.ts';
import { grant, pointsOf } from '../../../src/server/business/points/ledger.ts';
import { webEvidence } from './package.ts';
import type { testApp } from '../app.ts';
import type { Actor } from '../../../src/server/desk/trail/trail.ts';

/** A successful capture of a user: evidence of the kind web, and its row in the list. @returns its number. */
export async function capturedPage(installation: ReturnType<typeof testApp>, userId: string): Promise<string> {
  const number = await webEvidence(installation, userId, undefined, { picture: pictureName, page: sourceName });
  const { name, mobile } = await installation.db
    .selectFrom('users')
    .select(['name', 'mobile'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const now = new Date();
  await installation.db
    .insertInto('capture')
    .values({
      number,
      user_id: userId,
      username: name,
      mobile,
      url: 'https://www.example.com/',
      name: '一个网页',
      label: '',
      status: 'succeeded',
      begun_at: now,
      ended_at: now,
    })
    .execute();
  return number;
}

/** Captures in the queue, and the users that own them. */
export function newCaptures(installation: { readonly db: Database }) {
  const actor: Actor = { kind: 'client', id: 'test', name: '测试平台', ip: '' };
  let serial = 0;
  const maker = {
    actor,
    async user(points = 0): Promise<string> {
      serial += 1;
      const mobile = `102${String(serial).padStart(8, '0')}`;
      const { id } = await installation.db
        .insertInto('users')
        .values({ type: 'personal', name: `持有人${serial}`, mobile, status: 'approved', registered_at: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (points > 0)
        await installation.db
          .transaction()
          .execute((tx) => grant(tx, { userId: id, points, source: 'giftTest', reference: randomBytes(8).toString('hex') }));
      return id;
    },
    async capture({
      user,
      url = 'https://www.example.com/',
      name = '一个网页',
      label = '',
      price = 0,
      client = actor.id,
    }: {
      user?: string;
      url?: string;
      name?: string;
      label?: string;
      price?: number;
      client?: string;
    } = {}): Promise<string> {
      const userId = user ?? (await maker.user());
      const owner = await installation.db
        .selectFrom('users')
        .select(['id', 'name', 'mobile'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      return installation.db
        .transaction()
        .execute((tx) => createCapture(tx, { owner, url, name, label, price, mostWaiting: 1000 }, { ...actor, id: client }));
    },
    points: (userId: string) => pointsOf(installation.db, userId),
    row: (number: string) => installation.db.selectFrom('capture').selectAll().where('number', '=', number).executeTakeFirstOrThrow(),
    /** Removes it from the queue so that other tests do not see it. */
    drop: (number: string) => installation.db.updateTable('capture').set({ status: 'cancelled' }).where('number', '=', number).execute(),
  };
  return maker;
}

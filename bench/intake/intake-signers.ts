import type { Database } from '../../src/server/platform/db/database.ts';
import { grant } from '../../src/server/business/points/ledger.ts';
import { newCredential } from '../../src/server/business/users/credentials.ts';
import type { Signer } from './intake-client.ts';

/** Creates enterprises with points for a million pieces of evidence each. */
export async function newSigners(db: Database, count: number): Promise<Signer[]> {
  return Promise.all(Array.from({ length: count }, (_, at) => newEnterprise(db, at)));
}

/** An approved enterprise with credentials and points. */
export async function newEnterprise(db: Database, at: number): Promise<Signer> {
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('users')
      .values({
        type: 'enterprise',
        name: `测试企业${at}`,
        // Beside the users of the benchmarks' lists.
        mobile: `109${String(at).padStart(8, '0')}`,
        status: 'approved',
        registered_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { app_id, security_key } = newCredential();
    await tx
      .insertInto('credential')
      .values({ app_id, security_key, kind: 'enterprise', user_id: id, name: `测试企业${at}` })
      .execute();
    await grant(tx, { userId: id, points: 1_000_000, source: 'giftTest', reference: `bench-${at}` });
    return { appId: app_id, key: security_key, userId: id };
  });
}

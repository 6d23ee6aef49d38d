import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { startRenewing, leaseEnd } from '../../db/lease.ts';
import { pointsShort } from '../../users/evidence-owner.ts';

/** Holds the price of uploads while they come in (`points_hold`), so that no more begin than can be paid. */
export interface PointsHolder {
  /** @returns the hold's id. @throws IntakeRefusal 402 when the user's points, less what other calls hold, do not suffice. */
  take(call: { readonly appId: string; readonly uniqueId: string; readonly userId: string }): Promise<string>;
  /** @param isPaid the transaction that spent the points has ended the hold already. */
  giveBack(hold: string, isPaid: boolean): Promise<void>;
  close(): void;
}

/** Holds are leases: those of a server that is gone end by themselves. */
export function pointsHolder(db: Database, price: number, leaseSeconds = 120): PointsHolder {
  const held = new Set<string>();
  const renew = async (): Promise<void> => {
    if (held.size === 0) return;
    await sql`update points_hold set expires_at = ${leaseEnd(leaseSeconds)} where id = any(${[...held]}::bigint[])`.execute(db);
  };
  // A database that is away for longer than a lease fails the uploads themselves.
  const stopRenewing = startRenewing(renew, { leaseSeconds });
  return {
    async take({ appId, uniqueId, userId }) {
      const { rows } = await sql<{
        hold: string | null;
      }>`select hold_points(${userId}::bigint, ${appId}, ${uniqueId}, ${price}::bigint,
        make_interval(secs => ${leaseSeconds})) as hold`.execute(db);
      const hold = rows[0]?.hold ?? null;
      if (hold === null) throw pointsShort(price);
      held.add(hold);
      return hold;
    },
    async giveBack(hold, isPaid) {
      held.delete(hold);
      // One that cannot be given back ends with its lease.
      if (!isPaid) await sql`delete from points_hold where id = ${hold}`.execute(db).catch(() => undefined);
    },
    close: stopRenewing,
  };
}

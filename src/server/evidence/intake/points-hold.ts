import type { Database } from '../../db/database.ts';
import { startRenewing } from '../../db/lease.ts';
import { pointsShort } from '../../users/evidence-owner.ts';
import { deleteHold, renewHolds, takeHold } from './store.ts';

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
    await renewHolds(db, [...held], leaseSeconds);
  };
  // A database that is away for longer than a lease fails the uploads themselves.
  const stopRenewing = startRenewing(renew, { leaseSeconds });
  return {
    async take(call) {
      const hold = await takeHold(db, call, price, leaseSeconds);
      if (hold === null) throw pointsShort(price);
      held.add(hold);
      return hold;
    },
    async giveBack(hold, isPaid) {
      held.delete(hold);
      // One that cannot be given back ends with its lease.
      if (!isPaid) await deleteHold(db, hold).catch(() => undefined);
    },
    close: stopRenewing,
  };
}

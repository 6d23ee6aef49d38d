import type { Database } from '../../../platform/db/database.ts';
import { startRenewing } from '../../../platform/db/lease.ts';
import { pointsShort } from '../../users/evidence-owner.ts';
import { deleteHold, renewHolds, takeHold } from './store.ts';

/** Holds the price of uploads while they are received (`points_hold`), so that no more are started than can be paid for. */
export interface PointsHolder {
  /** @returns the hold's id. @throws IntakeRefusal 402 if the user's points, less those held by other calls, do not suffice. */
  take(call: { readonly appId: string; readonly uniqueId: string; readonly userId: string }): Promise<string>;
  /** @param isPaid whether the transaction that spent the points has already ended the hold. */
  giveBack(hold: string, isPaid: boolean): Promise<void>;
  close(): void;
}

/** Holds are leases, so those of a server that has died end by themselves. */
export function pointsHolder(db: Database, price: number, leaseSeconds = 120): PointsHolder {
  const held = new Set<string>();
  const renew = async (): Promise<void> => {
    if (held.size === 0) return;
    await renewHolds(db, [...held], leaseSeconds);
  };
  // A database outage longer than a lease makes the uploads fail anyway.
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
      // A hold that cannot be deleted ends with its lease.
      if (!isPaid) await deleteHold(db, hold).catch(() => undefined);
    },
    close: stopRenewing,
  };
}

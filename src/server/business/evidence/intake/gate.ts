import { sql } from 'kysely';
import type { EnabledStatus } from '../../../../domain/business/codes/access.ts';
import type { UserStatus } from '../../../../domain/business/codes/users.ts';
import { preparedPlan } from '../../../platform/db/plans/prepared-plans.ts';
import { createLoader } from '../../../platform/db/batches/loader.ts';
import type { Database } from '../../../platform/db/database.ts';
import { eligibleOwner, pointsShort, unknownUser, unverifiedUser, type EvidenceOwner } from '../../users/evidence-owner.ts';
import { otherContent, wasAnswered } from '../../../open/signed/idempotence.ts';
import { pointsHolder } from './points-hold.ts';
import { revoked } from '../../../open/signed/refusal.ts';

export interface GateCall {
  readonly appId: string;
  readonly uniqueId: string;
  readonly userId: string;
  /** Declared size of the whole body; null if the request does not declare it. */
  readonly bodyBytes: number | null;
}

/** A call between its fields and its receipt. */
export interface Admission {
  /** The user as found; null if they may not store evidence, so that the call can only be a repetition. */
  readonly owner: EvidenceOwner | null;
  /**
   * Called when the whole file has been received, before it is stored, so that a refused file leaves nothing in the store.
   * @throws IntakeRefusal 401 if the client's credentials have ended; 409, 404, 403, 402
   */
  judge(fingerprint: Buffer): Promise<void>;
  /** Must be called at the end, whether the evidence was stored or not. */
  leave(isStored: boolean): Promise<void>;
}

export interface EvidenceGate {
  /**
   * Called before any byte of the file is read: admits clients whose user may store evidence and can pay. From here on the price of a large
   * file is held. Calls with the same unique_id run one after another. @throws IntakeRefusal as `mayKeep`
   */
  enter(call: GateCall): Promise<Admission>;
  close(): void;
}

/** The checks between an evidence's fields and its transaction, which checks everything again. */
export function evidenceGate(db: Database, price: number): EvidenceGate {
  const ownerOf = eligibleOwner(db, price);
  const readState = createLoader((calls: string[]) => callStates(db, calls));
  const holds = pointsHolder(db, price);
  const underWay = new Map<string, Promise<void>>();
  const unpaid = new Map<string, Unpaid>();

  async function enter(call: GateCall): Promise<Admission> {
    const { appId, uniqueId, userId, bodyBytes } = call;
    const id = `${appId}\n${uniqueId}`;
    for (let other = underWay.get(id); other; other = underWay.get(id)) await other;
    let end = (): void => undefined;
    underWay.set(id, new Promise((resolve) => (end = resolve)));
    const release = (): void => {
      underWay.delete(id);
      end();
    };
    try {
      // A repetition was already paid for.
      const owner = await ownerOf(userId).catch(async (refusal: unknown) => {
        if (!(await wasAnswered(db, appId, uniqueId))) throw refusal;
        return null;
      });
      const isLarge = bodyBytes === null || bodyBytes > unheldBytes;
      const hold = owner && price > 0 && isLarge && !(await wasAnswered(db, appId, uniqueId)) ? await holds.take(call) : null;
      return admit(call, owner, hold, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  function admit(call: GateCall, owner: EvidenceOwner | null, hold: string | null, release: () => void): Admission {
    const { userId } = call;
    const ofUser = unpaid.get(userId) ?? { calls: 0, files: 0, left: 0 };
    unpaid.set(userId, ofUser);
    ofUser.calls += 1;
    let isCounted = false;
    const judge = async (fingerprint: Buffer): Promise<void> => {
      const leftBefore = ofUser.left;
      const state = (await readState(JSON.stringify([call.appId, call.uniqueId, userId]))) ?? unknownState;
      if (state.status !== 'enabled') throw revoked();
      if (state.earlier?.equals(fingerprint) === true) return;
      if (state.earlier) throw otherContent();
      if (state.userStatus === null) throw unknownUser();
      if (state.userStatus !== 'approved') throw unverifiedUser();
      if (hold !== null) return;
      const needed = (ofUser.files + 1) * price;
      if (price > 0 && Number(state.free) < needed) throw pointsShort(price);
      // Files that left meanwhile may have been booked after the points were read.
      if (price > 0 && Number(state.free) < needed + (ofUser.left - leftBefore) * price) return judge(fingerprint);
      ofUser.files += 1;
      isCounted = true;
    };
    return {
      owner,
      judge,
      async leave(isStored) {
        ofUser.calls -= 1;
        if (isCounted) {
          ofUser.files -= 1;
          ofUser.left += 1;
        }
        if (ofUser.calls === 0) unpaid.delete(userId);
        release();
        if (hold !== null) await holds.giveBack(hold, isStored);
      },
    };
  }

  return { enter, close: () => holds.close() };
}

/** A user's calls that are under way in this server. */
interface Unpaid {
  calls: number;
  /** Files that were admitted without a hold and are not booked yet. */
  files: number;
  /** How many of those have left, booked or not. */
  left: number;
}

/** Receiving and discarding a smaller file costs less than holding its price. */
const unheldBytes = 1_048_576;

interface CallState {
  readonly status: EnabledStatus | null;
  readonly earlier: Buffer | null;
  readonly userStatus: UserStatus | null;
  /** Points that no other call holds; null for an unknown user. */
  readonly free: string | null;
}
const unknownState: CallState = { status: null, earlier: null, userStatus: null, free: null };

async function callStates(db: Database, calls: readonly string[]): Promise<Map<string, CallState>> {
  const { rows } = await sql<CallState & { call: string }>`
    select given.call, c.status, r.fingerprint as earlier, u.status as "userStatus",
      a.balance - points_held(u.id, given.call::json ->> 0, given.call::json ->> 1) as free
      from unnest(${[...calls]}::text[]) given (call)
      left join credential c on c.app_id = given.call::json ->> 0
      left join intake_request r on r.app_id = given.call::json ->> 0 and r.unique_id = given.call::json ->> 1
      left join users u on u.id = (given.call::json ->> 2)::bigint
      left join points_account a on a.user_id = u.id ${preparedPlan}`.execute(db);
  return new Map(rows.map((row) => [row.call, row]));
}

import type { IntakeCalls } from '../../contract/open/calls.ts';
import type { Database, Tx } from '../db/database.ts';
import { PointsShortage } from '../points/ledger.ts';
import type { Actor } from '../trail/trail.ts';
import { approvedUser, pointsShort } from '../users/evidence-owner.ts';
import { once } from '../signed/idempotence.ts';
import type { IntakeHandlers } from '../signed/mount.ts';
import { conflict, IntakeRefusal } from '../signed/refusal.ts';

/** What the intake needs of the captures, which are a feature of their own. */
export interface CaptureDesk {
  /** @throws PointsShortage */
  create(
    tx: Tx,
    capture: { owner: { id: string; name: string; mobile: string }; url: string; name: string; label: string; price: number },
    actor: Actor,
  ): Promise<string>;
  describe(db: Database, number: string): Promise<{ userId: string; word: string; reason: string } | null>;
  /** False when it is too late. */
  cancel(db: Database, number: string, actor: Actor): Promise<boolean>;
  /** Whether the host of an address is plainly none that a server on the internet has. */
  isPrivateHost(host: string): boolean;
}

type CaptureCalls = Pick<IntakeCalls, 'createCapture' | 'getCapture' | 'cancelCapture'>;

export function captureHandlers(db: Database, desk: CaptureDesk, price: number): IntakeHandlers<CaptureCalls> {
  return {
    async createCapture({ body: { unique_id, ...given }, client, actor }) {
      if (client.userId !== null && client.userId !== given.user_id)
        throw new IntakeRefusal(403, 'forbidden', 'an enterprise may capture for itself only');
      if (desk.isPrivateHost(new URL(given.url).hostname)) throw new IntakeRefusal(400, 'malformed', 'url: leads into a private network');
      return once(db, { appId: client.appId, uniqueId: unique_id, content: ['createCapture', given] }, async (tx) => {
        const owner = await approvedUser(tx, given.user_id);
        const number = await desk
          .create(tx, { owner, url: given.url, name: given.title, label: given.label, price }, actor)
          .catch((error: unknown) => {
            throw error instanceof PointsShortage ? pointsShort(price) : error;
          });
        return { baoquan_no: number, status: 'WAIT' };
      });
    },

    async getCapture({ params, client }) {
      return stateOf(numberIn(params), client.userId);
    },

    async cancelCapture({ params, client, actor }) {
      const number = numberIn(params);
      await stateOf(number, client.userId);
      if (!(await desk.cancel(db, number, actor))) throw conflict('the capture has begun or ended');
      return stateOf(number, client.userId);
    },
  };

  /** @param asker the enterprise that asks, which sees its own alone; null for a platform client. */
  async function stateOf(number: string, asker: string | null) {
    const found = await desk.describe(db, number);
    if (!found) throw new IntakeRefusal(404, 'unknown', 'there is no such capture');
    if (asker !== null && asker !== found.userId)
      throw new IntakeRefusal(403, 'forbidden', 'an enterprise may ask for its own captures only');
    return { baoquan_no: number, status: found.word, reason: found.reason };
  }
}

function numberIn(params: Readonly<Record<string, string>>): string {
  const number = params['baoquan_no'] ?? '';
  if (!/^[0-9A-F]{32}$/.test(number)) throw new IntakeRefusal(404, 'unknown', 'there is no such capture');
  return number;
}

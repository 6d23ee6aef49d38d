import type { captureIntakeCalls } from '../../../contract/open/captures.ts';
import type { Deps } from '../../custody/deps.ts';
import { PointsShortage } from '../points/ledger.ts';
import { once } from '../../open/signed/idempotence.ts';
import type { IntakeHandlers } from '../../open/signed/mount.ts';
import { assertOwnUser } from '../../open/signed/own-user.ts';
import { conflict, IntakeRefusal } from '../../open/signed/refusal.ts';
import { approvedUser, pointsShort } from '../users/evidence-owner.ts';
import { isPrivateHost } from '../../platform/egress/addresses.ts';
import { cancelCapture, createCapture, describeCapture } from './service.ts';

export function captureOpenRoutes({ db, config }: Pick<Deps, 'db' | 'config'>): IntakeHandlers<typeof captureIntakeCalls> {
  const price = config.prices.web;
  return {
    async createCapture({ body: { unique_id, ...given }, client, actor }) {
      assertOwnUser(client, given.user_id, 'capture for itself');
      if (!config.captures.allowPrivate && isPrivateHost(new URL(given.url).hostname))
        throw new IntakeRefusal(400, 'malformed', 'url: leads into a private network');
      return once(db, { appId: client.appId, uniqueId: unique_id, content: ['createCapture', given] }, async (tx) => {
        const owner = await approvedUser(tx, given.user_id);
        const number = await createCapture(
          tx,
          { ...given, owner, name: given.title, price, mostWaiting: config.captures.waitingPerUser },
          actor,
        ).catch((error: unknown) => {
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
      if (!(await cancelCapture(db, number, actor))) throw conflict('the capture has begun or ended');
      return stateOf(number, client.userId);
    },
  };

  /** @param asker the enterprise that calls, which may read only its own captures; null for a platform client. */
  async function stateOf(number: string, asker: string | null) {
    const found = await describeCapture(db, number);
    if (!found) throw new IntakeRefusal(404, 'unknown', 'there is no such capture');
    if (asker !== null && asker !== found.userId)
      throw new IntakeRefusal(403, 'forbidden', 'an enterprise may ask for its own captures only');
    const { word: status, reason, accept, device, notes } = found;
    return { baoquan_no: number, status, reason, accept, device, notes: [...notes] };
  }
}

function numberIn(params: Readonly<Record<string, string>>): string {
  const number = params['baoquan_no'] ?? '';
  if (!/^[0-9A-F]{32}$/.test(number)) throw new IntakeRefusal(404, 'unknown', 'there is no such capture');
  return number;
}

import type { notarizationIntakeCalls } from '../../../contract/open/notarizations.ts';
import type { Deps } from '../../custody/deps.ts';
import { once, wasAnswered } from '../../open/signed/idempotence.ts';
import type { IntakeHandlers } from '../../open/signed/mount.ts';
import { assertOwnUser } from '../../open/signed/own-user.ts';
import { IntakeRefusal } from '../../open/signed/refusal.ts';
import { documentAnswer } from './documents/document-answer.ts';
import { assertFilesThere, createApplication, describeApplication, withdrawApplication } from './intake.ts';

export function notarizationOpenRoutes({
  db,
  store,
  config: { prices },
}: Pick<Deps, 'db' | 'store' | 'config'>): IntakeHandlers<typeof notarizationIntakeCalls> {
  return {
    async createNotarization({ body: { unique_id, ...given }, client, actor }) {
      assertOwnUser(client, given.user_id, 'order for itself');
      if (!(await wasAnswered(db, client.appId, unique_id))) await assertFilesThere(db, store, given.baoquan);
      return once(db, { appId: client.appId, uniqueId: unique_id, content: ['createNotarization', given] }, (tx) =>
        createApplication(
          tx,
          {
            userId: given.user_id,
            numbers: given.baoquan,
            sendType: given.sendType,
            applicant: given.applicant,
            recipient: given.recipient,
            purpose: given.purpose ?? '',
            copies: given.copies ?? null,
            agent: given.agent ?? null,
          },
          prices,
          actor,
        ),
      );
    },

    async getNotarization({ params, client }) {
      return describeApplication(db, orderIn(params), client.userId);
    },

    async getNotarizationDocument({ params, client, actor }) {
      return documentAnswer({ db, store }, orderIn(params), client.userId, actor);
    },

    async withdrawNotarization({ params, client, actor }) {
      const id = orderIn(params);
      await db.transaction().execute((tx) => withdrawApplication(tx, id, client.userId, actor));
      return describeApplication(db, id, client.userId);
    },
  };
}

function orderIn(params: Readonly<Record<string, string>>): string {
  const id = params['orderId'] ?? '';
  if (!/^[1-9]\d{0,17}$/.test(id)) throw new IntakeRefusal(404, 'unknown', 'there is no such application');
  return id;
}

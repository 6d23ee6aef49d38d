import type { recordingIntakeCalls } from '../../contract/open/recordings.ts';
import type { Deps } from '../feature/deps.ts';
import { once } from '../signed/idempotence.ts';
import type { IntakeHandlers } from '../signed/mount.ts';
import { assertOwnUser } from '../signed/own-user.ts';
import { createRecording, describeRecording } from './intake.ts';

export function recordingOpenRoutes({ db, config }: Pick<Deps, 'db' | 'config'>): IntakeHandlers<typeof recordingIntakeCalls> {
  return {
    async createRecording({ body: { unique_id, ...given }, client, actor }) {
      assertOwnUser(client, given.user_id, 'record for itself');
      return once(db, { appId: client.appId, uniqueId: unique_id, content: ['createRecording', given] }, (tx) =>
        createRecording(tx, given, config.prices, actor),
      );
    },

    async getRecording({ params, client }) {
      return describeRecording(db, params['attestation_id'] ?? '', client.userId);
    },
  };
}

import type { evidenceIntakeCalls } from '../../../../contract/open/evidence.ts';
import type { Deps } from '../../../custody/deps.ts';
import type { IntakeHandlers } from '../../../open/signed/mount.ts';
import type { EvidenceKeeper } from './keep-evidence.ts';
import { packageAnswer, proofAnswer } from './prove.ts';
import { describeEvidence } from './state.ts';

export function evidenceOpenRoutes(
  { db, store, config, signer }: Pick<Deps, 'db' | 'store' | 'config' | 'signer'>,
  keep: EvidenceKeeper,
): IntakeHandlers<typeof evidenceIntakeCalls> {
  return {
    async createEvidence({ body, file, client, actor }) {
      return (await keep({ given: body, file, client, actor })).receipt;
    },

    async getEvidence({ params, client }) {
      return describeEvidence({ db, config }, params['baoquan'] ?? '', client.userId);
    },

    async getProof({ params, client }) {
      return proofAnswer({ db, config }, params['baoquan'] ?? '', client.userId);
    },

    async getPackage({ params, client }) {
      return packageAnswer({ db, store, config, signer }, params['baoquan'] ?? '', client.userId);
    },
  };
}

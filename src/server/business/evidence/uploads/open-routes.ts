import type { evidenceUploadCalls } from '../../../../contract/open/evidence-uploads.ts';
import type { Deps } from '../../../custody/deps.ts';
import { once, wasAnswered } from '../../../open/signed/idempotence.ts';
import type { IntakeHandlers } from '../../../open/signed/mount.ts';
import { assertOwnUser } from '../../../open/signed/own-user.ts';
import { conflict, IntakeRefusal } from '../../../open/signed/refusal.ts';
import type { StagingAreas } from '../../../platform/storage/staging-areas.ts';
import { StorageError } from '../../../platform/storage/store.ts';
import { eligibleOwner } from '../../users/evidence-owner.ts';
import type { EvidenceKeeper } from '../intake/keep-evidence.ts';
import type { AheadFiles } from './ahead.ts';
import { claimUpload, deleteUpload, markUsed, releaseUpload, type EvidenceUpload } from './store.ts';
import { uploadedFile } from './uploaded-file.ts';
import { openUpload, ownUpload, usedUp } from './uploads.ts';

export function evidenceUploadOpenRoutes(
  { db, config, put, stages, ahead }: Pick<Deps, 'db' | 'config' | 'put'> & { readonly stages: StagingAreas; readonly ahead: AheadFiles },
  keep: EvidenceKeeper,
): IntakeHandlers<typeof evidenceUploadCalls> {
  const ownerOf = eligibleOwner(db, config.prices.evidence);
  return {
    async createEvidenceUpload({ body: { unique_id: uniqueId, user_id: userId, size: sizeBytes }, client }) {
      assertOwnUser(client, userId, 'keep evidence of its own');
      const { appId } = client;
      // Checked before gigabytes are received. A repetition was already checked.
      if (!(await wasAnswered(db, appId, uniqueId))) await ownerOf(userId);
      return once(db, { appId, uniqueId, content: ['createEvidenceUpload', userId, sizeBytes] }, (tx) =>
        openUpload(tx, { appId, userId, sizeBytes }, config),
      );
    },

    async createUploadedEvidence({ params, body: { filename: name, media_type: mediaType, ...given }, client, actor }) {
      const number = params['upload_id'] ?? '';
      const upload = await ownUpload(db, number, client.userId);
      if (upload.user_id !== given.user_id) throw new IntakeRefusal(403, 'forbidden', 'the upload is of another user');
      if (upload.offset_bytes !== upload.size_bytes)
        throw conflict(`the upload is not whole: ${upload.offset_bytes} of ${upload.size_bytes} bytes have come`);
      if (upload.sha256 !== null && !(await wasAnswered(db, client.appId, given.unique_id))) throw new IntakeRefusal(410, 'closed', usedUp);
      const call = { appId: client.appId, uniqueId: given.unique_id };
      const isClaimed = upload.sha256 === null && (await claimUpload(db, upload.id, call));
      if (upload.sha256 === null && !isClaimed && (await ownUpload(db, number, client.userId)).sha256 === null)
        throw conflict('another call makes evidence of this upload: repeat that one, with its unique_id');
      if (upload.sha256 === null && !isClaimed && !(await wasAnswered(db, client.appId, given.unique_id)))
        throw new IntakeRefusal(410, 'closed', usedUp);
      const kept = (found: EvidenceUpload) =>
        keep({ given, file: uploadedFile({ db, put, stages, ahead }, found, { name, mediaType }), client, actor });
      const { receipt, stored } = await kept(upload).catch(async (error: unknown) => {
        // After any other fault the evidence may have been kept, so only a repetition of the call may go on.
        if (isClaimed && error instanceof IntakeRefusal) await releaseUpload(db, upload);
        if (!(error instanceof StorageError && error.kind === 'missing')) throw error;
        // If a concurrent repetition has completed it, this call gets the same answer.
        const now = await ownUpload(db, number, client.userId);
        if (now.sha256 !== null) return kept(now);
        // The database was restored without the chunks, so the upload cannot be continued.
        await deleteUpload(db, now.id);
        throw new IntakeRefusal(404, 'unknown', 'the chunks of this upload are gone: send the file anew');
      });
      if (upload.sha256 === null) {
        await db.transaction().execute((tx) => markUsed(tx, upload.id, stored));
        // The evidence is durable. A failure to discard chunks must not fail the call; `tendUploads` removes them later.
        await stages.discard(upload.number).catch(() => undefined);
      }
      return receipt;
    },
  };
}

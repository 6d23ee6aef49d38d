import type { z } from 'zod';
import type { evidenceIntakeCalls } from '../../../../contract/open/evidence.ts';
import { createMarkSearch } from '../../../../domain/proof/marks/mark-search.ts';
import { placeInFile } from '../../../../domain/kit/media/part-of-file.ts';
import { recordPlace } from '../../../custody/marks/mark-store.ts';
import { originalName } from '../../../custody/evidence/evidence-files.ts';
import type { Deps } from '../../../custody/deps.ts';
import { fingerprintOf } from '../../../open/signed/idempotence.ts';
import type { IncomingFile, StoredUpload } from '../../../open/signed/incoming-file.ts';
import { assertOwnUser } from '../../../open/signed/own-user.ts';
import type { IntakeClient } from '../../../open/signed/signature.ts';
import { storedBytes } from '../../../platform/storage/stored-bytes.ts';
import type { Actor } from '../../../desk/trail/trail.ts';
import { admittedMark } from './admitted-mark.ts';
import { evidenceCreator } from './create-evidence.ts';
import type { EvidenceGate } from './gate.ts';
import type { Receipt } from './store.ts';

interface EvidenceCall {
  readonly given: z.output<(typeof evidenceIntakeCalls.createEvidence)['body']>;
  readonly file: IncomingFile;
  readonly client: Pick<IntakeClient, 'appId' | 'userId'>;
  readonly actor: Actor;
}

/**
 * Creates evidence from a file and its description, once per unique_id, however the file is transferred. A repetition is recognised by the
 * fields and the file's name, type, size and hashes. @throws IntakeRefusal
 */
export type EvidenceKeeper = (call: EvidenceCall) => Promise<{ readonly receipt: Receipt; readonly stored: StoredUpload }>;

export function evidenceKeeper(
  { db, config, secrets, store }: Pick<Deps, 'db' | 'config' | 'secrets' | 'store'>,
  gate: EvidenceGate,
): EvidenceKeeper {
  const createEvidence = evidenceCreator(db, config.prices.evidence);
  return async ({ given: { unique_id, ...given }, file, client, actor }) => {
    assertOwnUser(client, given.user_id, 'keep evidence of its own');
    // Checked before a file of gigabytes is received; the transaction checks again.
    const call = { appId: client.appId, uniqueId: unique_id, userId: given.user_id };
    const admission = await gate.enter({ ...call, bodyBytes: file.bodyBytes });
    const contentOf = (stored: StoredUpload) => ['createEvidence', given, { ...stored, name: file.name, mediaType: file.mediaType }];
    let isStored = false;
    try {
      const mark = given.mark === undefined ? null : await admittedMark(db, call, given.mark);
      const search = mark && createMarkSearch(mark.hash);
      const stored = await file.store(
        given.sha256,
        (whole) => admission.judge(fingerprintOf(contentOf(whole))),
        search ? (chunk) => search.update(chunk) : undefined,
      );
      const found = search?.found();
      const place = found
        ? { in: 'file' as const, ...(await placeInFile(storedBytes(store, stored.sha256, stored.sizeBytes), found.offset)) }
        : null;
      const receipt = await createEvidence({
        ...call,
        content: contentOf(stored),
        owner: admission.owner,
        actor,
        evidence: {
          title: given.title,
          kind: given.isApp,
          address: given.address,
          startAt: given.startAt ?? null,
          endAt: given.endAt ?? null,
          device: given.configInfo ?? null,
          // A client need not name its file.
          fileName: file.name === '' ? given.title : file.name,
          files: [{ name: originalName(1, file.name), role: 'original', ...stored, mediaType: file.mediaType }],
          ownerSecret: secrets.owner,
          ...(mark ? { mark: mark.hash, markPlace: place } : {}),
        },
      });
      // If this server ends before, the first certificate looks it up.
      if (mark && place) await recordPlace(db, mark.hash, place);
      isStored = true;
      return { receipt, stored };
    } finally {
      await admission.leave(isStored);
    }
  };
}

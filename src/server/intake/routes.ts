import type { FastifyInstance } from 'fastify';
import { intakeCalls, type IntakeCalls } from '../../contract/open/calls.ts';
import { userType, type UserType } from '../../domain/codes/users.ts';
import { formatTime } from '../../domain/text/time.ts';
import type { Config } from '../runtime/config.ts';
import { originalName } from '../custody/evidence/evidence-files.ts';
import type { CertificateParts } from '../custody/package/dossier.ts';
import type { OfficeSigner } from '../custody/identity/signing-identity.ts';
import type { Database, Tx } from '../db/database.ts';
import type { PictureField } from '../db/tables.ts';
import { putWithin } from '../storage/patience.ts';
import type { UploadStages } from '../storage/stages.ts';
import type { ObjectStore } from '../storage/store.ts';
import { captureHandlers, type CaptureDesk } from '../captures/intake.ts';
import { describeEvidence } from '../evidence/intake/state.ts';
import { evidenceGate, type EvidenceGate } from '../evidence/intake/gate.ts';
import { evidenceKeeper } from '../evidence/intake/create-evidence.ts';
import { addFeedback } from '../feedback/intake.ts';
import { fingerprintOf, once, rehearse } from '../signed/idempotence.ts';
import type { KeptFile } from '../signed/incoming-file.ts';
import { invoiceHandlers } from '../invoices/intake.ts';
import { mountIntake, type IntakeHandlers } from '../signed/mount.ts';
import { packageAnswer, proofAnswer } from '../evidence/intake/prove.ts';
import { createRecording, describeRecording } from '../recordings/intake.ts';
import { IntakeRefusal } from '../signed/refusal.ts';
import { orderHandlers } from '../orders/intake.ts';
import { describePictures, storePictures } from '../signed/store-pictures.ts';
import { uploadOptions, uploadRoutes } from '../recordings/uploads.ts';
import { createUser, describeUser, recordUserLogin, submitVerification } from '../users/intake.ts';

/** The door for the platform's own apps and for enterprises (intake). */
export async function intakeRoutes(app: FastifyInstance, office: Office): Promise<void> {
  const maxBytes = office.config.evidenceMaxBytes;
  const put = putWithin(office.store, office.config.storageWaitSeconds * 1000);
  const gate = evidenceGate(office.db, office.config.prices.evidence);
  app.addHook('onClose', async () => gate.close());
  uploadOptions(app, maxBytes);
  await app.register(async (signed) => {
    const signatureOf = await mountIntake(signed, intakeCalls, handlers(office, put, gate), {
      db: office.db,
      put,
      maxFileBytes: maxBytes,
      ratePerMinute: office.config.ratePerMinute.intake,
      uploadsAtOnce: office.config.uploadsAtOnce.perClient,
    });
    uploadRoutes(signed, { ...office, maxBytes, signatureOf });
  });
}

export interface Office {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly config: Pick<
    Config,
    'evidenceMaxBytes' | 'storageWaitSeconds' | 'ratePerMinute' | 'uploadsAtOnce' | 'prices' | 'holidays' | keyof CertificateParts['config']
  >;
  readonly signer: OfficeSigner;
  readonly stages: UploadStages;
  /** Makes the pseudonyms of owners in the log. */
  readonly ownerSecret: Uint8Array;
  readonly captures: CaptureDesk;
}

function handlers(
  { db, store, config, ownerSecret, signer, captures }: Office,
  put: ObjectStore['put'],
  gate: EvidenceGate,
): IntakeHandlers<IntakeCalls> {
  const keepOrder = evidenceKeeper(db, config.prices.evidence);
  return {
    ...orderHandlers({ db, store, put, config }),
    ...captureHandlers(db, captures, config.prices.web),
    ...invoiceHandlers(db),

    async createUser({ body: { unique_id, ...user }, client, actor }) {
      const type = typeNamed(user.type);
      return once(db, { appId: client.appId, uniqueId: unique_id, content: ['createUser', user] }, async (tx) => ({
        user_id: await createUser(tx, { ...user, type }, actor),
      }));
    },

    async submitVerification({ body, params, pictures, client, actor }) {
      const { unique_id, ...data } = body;
      const userId = idIn(params);
      const found = await db.selectFrom('users').select('type').where('id', '=', userId).executeTakeFirst();
      if (!found) throw new IntakeRefusal(404, 'unknown', 'there is no such user');
      checkCompleteness(found.type, data, pictures);
      const described = describePictures(pictures);
      const request = { appId: client.appId, uniqueId: unique_id, content: ['submitVerification', userId, data, described] };
      const submit = async (tx: Tx) => ({
        user_id: userId,
        ...(await submitVerification(tx, userId, { ...namesInside(data), pictures: described }, actor)),
      });
      await rehearse(db, request, submit);
      await storePictures(put, pictures);
      return once(db, request, submit);
    },

    async getUser({ params, client }) {
      const userId = idIn(params);
      if (client.userId !== null && client.userId !== userId)
        throw new IntakeRefusal(403, 'forbidden', 'an enterprise may ask for itself only');
      return describeUser(db, userId);
    },

    async recordLogin({ body: { unique_id, ...login }, client }) {
      const content = ['recordLogin', { ...login, login_time: formatTime(login.login_time) }];
      return once(db, { appId: client.appId, uniqueId: unique_id, content }, async (tx) => ({
        id: await recordUserLogin(tx, { userId: login.user_id, time: login.login_time, ip: login.ip }),
      }));
    },

    async createFeedback({ body: { unique_id, ...feedback }, client, actor }) {
      return once(db, { appId: client.appId, uniqueId: unique_id, content: ['createFeedback', feedback] }, async (tx) => ({
        id: await addFeedback(tx, feedback, actor),
      }));
    },

    async createEvidence({ body: { unique_id, ...given }, file, client, actor }) {
      if (client.userId !== null && client.userId !== given.user_id)
        throw new IntakeRefusal(403, 'forbidden', 'an enterprise may keep evidence of its own only');
      // A file of gigabytes is not taken in for one who may not, or cannot pay; the transaction asks again.
      const passage = await gate.enter({ appId: client.appId, uniqueId: unique_id, userId: given.user_id, bodyBytes: file.bodyBytes });
      const contentOf = (kept: KeptFile) => ['createEvidence', given, { ...kept, name: file.name, mediaType: file.mediaType }];
      let isKept = false;
      try {
        const kept = await file.keep(given.sha256, (whole) => passage.judge(fingerprintOf(contentOf(whole))));
        const receipt = await keepOrder({
          appId: client.appId,
          uniqueId: unique_id,
          content: contentOf(kept),
          userId: given.user_id,
          holder: passage.holder,
          actor,
          evidence: {
            title: given.title,
            kind: given.isApp,
            address: given.address,
            startAt: given.startAt ?? null,
            endAt: given.endAt ?? null,
            device: given.configInfo ?? null,
            fileName: file.name,
            files: [{ name: originalName(1, file.name), role: 'original', ...kept, mediaType: file.mediaType }],
            ownerSecret,
          },
        });
        isKept = true;
        return receipt;
      } finally {
        await passage.leave(isKept);
      }
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

    async createRecording({ body: { unique_id, ...given }, client, actor }) {
      if (client.userId !== null && client.userId !== given.user_id)
        throw new IntakeRefusal(403, 'forbidden', 'an enterprise may record for itself only');
      return once(db, { appId: client.appId, uniqueId: unique_id, content: ['createRecording', given] }, (tx) =>
        createRecording(tx, given, config.prices, actor),
      );
    },

    async getRecording({ params, client }) {
      return describeRecording(db, params['attestation_id'] ?? '', client.userId);
    },
  };
}

/** Pictures that a submission must carry; the authorisation letter (`file`) is needed only when another than the legal person acts. */
const requiredPictures: Record<UserType, readonly PictureField[]> = {
  personal: ['author_front', 'author_back', 'author_hand'],
  enterprise: ['license', 'author_front', 'author_back'],
};
const allowedPictures: Record<UserType, readonly string[]> = {
  personal: requiredPictures.personal,
  enterprise: [...requiredPictures.enterprise, 'file'],
};

function checkCompleteness(
  type: UserType,
  data: { tax_number: string; legal_person: string },
  pictures: Readonly<Record<string, Buffer>>,
): void {
  const missing = requiredPictures[type].find((field) => !(field in pictures));
  if (missing !== undefined) throw new IntakeRefusal(400, 'malformed', `${missing}: is missing`);
  const foreign = Object.keys(pictures).find((field) => !allowedPictures[type].includes(field));
  if (foreign !== undefined) throw new IntakeRefusal(400, 'malformed', `${foreign}: is not for this type of user`);
  if (type === 'enterprise' && data.tax_number === '') throw new IntakeRefusal(400, 'malformed', 'tax_number: is missing');
  if (type === 'enterprise' && data.legal_person === '') throw new IntakeRefusal(400, 'malformed', 'legal_person: is missing');
}

function namesInside(data: { name: string; contact_idcard: string; address: string; tax_number: string; legal_person: string }) {
  return {
    name: data.name,
    idCard: data.contact_idcard,
    address: data.address,
    taxNumber: data.tax_number,
    legalPerson: data.legal_person,
  };
}

function typeNamed(code: number): UserType {
  const type = userType.nameOf(code);
  if (!type) throw new IntakeRefusal(400, 'malformed', 'type: is unknown');
  return type;
}

function idIn(params: Readonly<Record<string, string>>): string {
  const userId = params['user_id'] ?? '';
  if (!/^[1-9]\d{0,17}$/.test(userId)) throw new IntakeRefusal(404, 'unknown', 'there is no such user');
  return userId;
}

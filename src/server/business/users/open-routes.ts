import type { userIntakeCalls } from '../../../contract/open/users.ts';
import { userType, type UserType } from '../../../domain/business/codes/users.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { PictureField } from '../../platform/db/json.ts';
import type { Deps } from '../../custody/deps.ts';
import { once, dryRun } from '../../open/signed/idempotence.ts';
import type { IntakeHandlers } from '../../open/signed/mount.ts';
import { assertOwnUser } from '../../open/signed/own-user.ts';
import { IntakeRefusal } from '../../open/signed/refusal.ts';
import { describePictures, storePictures } from '../../open/signed/store-pictures.ts';
import { grantStartingPoints } from '../points/starting-points.ts';
import { createUser, describeUser, recordUserLogin, submitVerification } from './intake.ts';

export function userOpenRoutes({ db, put, config }: Pick<Deps, 'config' | 'db' | 'put'>): IntakeHandlers<typeof userIntakeCalls> {
  return {
    async createUser({ body: { unique_id, ...user }, client, actor }) {
      const type = typeNamed(user.type);
      return once(db, { appId: client.appId, uniqueId: unique_id, content: ['createUser', user] }, async (tx) => {
        const user_id = await createUser(tx, { ...user, type }, actor);
        if (config.sandbox) await grantStartingPoints(tx, user_id);
        return { user_id };
      });
    },

    async submitVerification({ body, params, pictures, client, actor }) {
      const { unique_id, ...data } = body;
      // Left out while it is empty, so that a call of a program that does not send it is repeated under the new release as the same call.
      const { contact_name: contactName, ...others } = data;
      const userId = idIn(params);
      const found = await db.selectFrom('users').select('type').where('id', '=', userId).executeTakeFirst();
      if (!found) throw new IntakeRefusal(404, 'unknown', 'there is no such user');
      checkCompleteness(found.type, data, pictures);
      const described = describePictures(pictures);
      const request = {
        appId: client.appId,
        uniqueId: unique_id,
        content: ['submitVerification', userId, contactName === '' ? others : data, described],
      };
      const submit = async (tx: Tx) => ({
        user_id: userId,
        ...(await submitVerification(tx, userId, { ...namesInside(data), pictures: described }, actor)),
      });
      await dryRun(db, request, submit);
      await storePictures(put, pictures);
      return once(db, request, submit);
    },

    async getUser({ params, client }) {
      const userId = idIn(params);
      assertOwnUser(client, userId, 'ask for itself');
      return describeUser(db, userId);
    },

    async recordLogin({ body: { unique_id, ...login }, client }) {
      const content = ['recordLogin', { ...login, login_time: formatTime(login.login_time) }];
      return once(db, { appId: client.appId, uniqueId: unique_id, content }, async (tx) => ({
        id: await recordUserLogin(tx, { userId: login.user_id, time: login.login_time, ip: login.ip }),
      }));
    },
  };
}

/** Pictures that a submission must carry. The authorisation letter (`file`) is needed only if the agent is not the legal person. */
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

function namesInside(data: Record<'name' | 'contact_idcard' | 'contact_name' | 'address' | 'tax_number' | 'legal_person', string>) {
  return {
    name: data.name,
    idCard: data.contact_idcard,
    contactName: data.contact_name,
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

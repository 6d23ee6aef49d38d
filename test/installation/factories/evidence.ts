import { createHash, randomBytes } from 'node:crypto';
import { newCredential } from '../../../src/server/business/users/credentials.ts';
import { grant } from '../../../src/server/business/points/ledger.ts';
import type { testApp } from '../app.ts';
import { intakeClient, users, type NamedFile } from '../intake.ts';

export const uid = () => randomBytes(8).toString('hex');
export const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
export const sm3Of = (bytes: Buffer) => createHash('sm3').update(bytes).digest('hex');
/** A file with unique content. */
export const aFile = (change: Partial<NamedFile> = {}): NamedFile => ({
  bytes: randomBytes(64),
  name: '现场 录音.MP3',
  mediaType: 'audio/mpeg',
  ...change,
});

/** Verified users with points, and evidence of theirs, created through the intake. `open` registers its client. */
export function evidenceMaker(installation: ReturnType<typeof testApp>) {
  const key = newCredential();
  const client = () => intakeClient(installation.app, key);
  const register = users(client);
  return {
    key,
    client,
    register,
    open: () =>
      installation.db
        .insertInto('credential')
        .values({ ...key, kind: 'platform', user_id: null, name: '测试平台' })
        .execute(),
    async user(type: 'personal' | 'enterprise', points = 10, name = '某某'): Promise<string> {
      const { user_id } = await register.register(type, name);
      await installation.db.updateTable('users').set({ status: 'approved' }).where('id', '=', user_id).execute();
      if (points > 0)
        await installation.db.transaction().execute((tx) => grant(tx, { userId: user_id, points, source: 'giftTest', reference: uid() }));
      return user_id;
    },
    /** The user's points as the intake shows them. */
    pointsOf: async (userId: string) => (await client().get(`/open/v1/users/${userId}`)).body['points'],
    rowsOf: (userId: string) => installation.db.selectFrom('evidence').selectAll().where('user_id', '=', userId).execute(),
    send: (fields: Record<string, string>, file: NamedFile = aFile(), by = client()) =>
      by.multipart('/open/v1/evidence', { unique_id: uid(), title: '一份证据', ...fields }, { file }),
    async evidence(user_id: string, fields: Record<string, string> = {}, file: NamedFile = aFile()): Promise<string> {
      const answer = await this.send({ user_id, ...fields }, file);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer));
      return String(answer.body['baoquan']);
    },
  };
}

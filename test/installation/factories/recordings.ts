import { buffer } from 'node:stream/consumers';
import { grantCredential } from '../../../src/server/business/users/credentials.ts';
import type { testApp } from '../app.ts';
import { evidenceMaker, sha256Of, uid } from './evidence.ts';
import { intakeClient } from '../intake.ts';

type Client = ReturnType<typeof intakeClient>;
interface PatchChange {
  /** Length of the whole file, sent with this chunk. */
  readonly length?: number;
  readonly contentSha256?: string;
  readonly headers?: Record<string, string>;
}

/** Recordings of users that no other test uses, created and uploaded through the intake. */
export function recordingMaker(installation: ReturnType<typeof testApp>) {
  const evidence = evidenceMaker(installation);
  const client = () => evidence.client();
  const patchHeaders = (
    url: string,
    offset: number,
    bytes: Buffer,
    { length, contentSha256, headers }: PatchChange = {},
    by: Client = client(),
  ) => ({
    ...by.headersOf({ method: 'PATCH', path: url, body: bytes, ...(contentSha256 === undefined ? {} : { contentSha256 }) }),
    'content-type': 'application/offset+octet-stream',
    'tus-resumable': '1.0.0',
    'upload-offset': String(offset),
    ...(length === undefined ? {} : { 'upload-length': String(length) }),
    ...headers,
  });
  const create = (user_id: string, file: Buffer, change: Record<string, unknown> = {}, by: Client = client()) =>
    by.post('/open/v1/recordings', {
      unique_id: uid(),
      user_id,
      type: 'pro',
      name: '一段录制',
      label: '测试',
      begin_at: '2026-01-02 08:00:00',
      time_length: 3,
      sha256: sha256Of(file),
      ...change,
    });

  async function begun(user_id: string, file: Buffer, change: Record<string, unknown> = {}): Promise<{ number: string; url: string }> {
    const answer = await create(user_id, file, change);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer));
    return { number: String(answer.body['attestation_id']), url: String(answer.body['upload_url']) };
  }
  async function patch(url: string, offset: number, bytes: Buffer, change: PatchChange = {}, by: Client = client()) {
    const reply = await installation.app.inject({
      method: 'PATCH',
      url,
      headers: patchHeaders(url, offset, bytes, change, by),
      payload: bytes,
    });
    return { status: reply.statusCode, headers: reply.headers, body: reply.body === '' ? null : (reply.json() as unknown) };
  }

  return {
    evidence,
    create,
    begun,
    patch,
    patchHeaders,
    async head(url: string, by: Client = client()) {
      const reply = await installation.app.inject({
        method: 'HEAD',
        url,
        headers: { ...by.headersOf({ method: 'HEAD', path: url }), 'tus-resumable': '1.0.0' },
      });
      return { status: reply.statusCode, headers: reply.headers };
    },
    rowOf: (number: string) => installation.db.selectFrom('recording').selectAll().where('number', '=', number).executeTakeFirstOrThrow(),
    trailOf: (number: string) =>
      installation.db
        .selectFrom('trail')
        .select(['action', 'before', 'after'])
        .where('object', '=', `recording/${number}`)
        .orderBy('id')
        .execute(),
    stored: async (sha256: string) => buffer((await installation.store.open(sha256)).stream),
    /** A recording that has become evidence. */
    async recorded(user_id: string, file: Buffer, change: Record<string, unknown> = {}): Promise<string> {
      const { number, url } = await begun(user_id, file, change);
      const answer = await patch(url, 0, file, { length: file.length });
      if (answer.status !== 204) throw new Error(JSON.stringify(answer));
      return number;
    },
    enterprise: () => enterpriseOf(installation, evidence),
  };
}

/** An enterprise that submits for itself. */
async function enterpriseOf(
  installation: ReturnType<typeof testApp>,
  evidence: ReturnType<typeof evidenceMaker>,
): Promise<{ userId: string; client: Client }> {
  const userId = await evidence.user('enterprise', 20);
  await installation.db.transaction().execute((tx) => grantCredential(tx, userId, '甲公司'));
  const key = await installation.db
    .selectFrom('credential')
    .select(['app_id', 'security_key'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { userId, client: intakeClient(installation.app, key) };
}

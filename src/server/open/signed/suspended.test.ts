import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it, vi } from 'vitest';
import { readConfig } from '../../platform/runtime/config.ts';
import { userCommands } from '../../../cli/commands/users.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { aFile, sha256Of, uid } from '../../../../test/installation/factories/evidence.ts';
import { multipartBody } from '../../../../test/installation/intake.ts';
import { media } from '../../../../test/installation/factories/media.ts';
import { listening, rawUpload } from '../../../../test/installation/raw-upload.ts';
import { recordingMaker } from '../../../../test/installation/factories/recordings.ts';
import { pointsOf } from '../../business/points/ledger.ts';

/** A timeout for slow machines. */
const busy = { timeout: 120_000 };
const installation = testApp();
const make = recordingMaker(installation);
let port = 0;
beforeAll(async () => {
  await make.evidence.open();
  port = await listening(installation.app);
});

const suspend = (userId: string) =>
  userCommands.find(({ name }) => name === 'user suspend')?.run({ ...installation, args: [userId], config: readConfig({}) });
const type = 'multipart/form-data; boundary=b';
const refusal = /^HTTP\/1\.1 401 [^]*"code":"signature","message":"X-App-Id: unknown or disabled"/;

async function beginEvidence(bytes: Buffer) {
  const { userId, client } = await make.enterprise();
  const body = multipartBody('b', { unique_id: uid(), title: '一份证据', user_id: userId }, { file: aFile({ bytes }) });
  const headers = client.headersOf({ method: 'POST', path: '/open/v1/evidence', contentSha256: 'UNSIGNED-PAYLOAD', contentType: type });
  const half = Math.floor(body.length / 2);
  const upload = await rawUpload(
    port,
    'POST',
    '/open/v1/evidence',
    { ...headers, 'content-length': String(body.length) },
    body.subarray(0, half),
  );
  return { userId, upload, finish: () => upload.write(body.subarray(half)) };
}
const nothingOf = async (userId: string, bytes: Buffer) => {
  expect(await installation.db.selectFrom('evidence').select('id').where('user_id', '=', userId).execute()).toEqual([]);
  expect(await installation.store.stat(sha256Of(bytes))).toBeNull();
  expect(await pointsOf(installation.db, userId)).toBe(20);
  expect(await installation.db.selectFrom('points_hold').select('id').where('user_id', '=', userId).execute()).toEqual([]);
};

it('an evidence whose last byte comes after its client was suspended is none', async () => {
  const bytes = randomBytes(2_000_000);
  const { userId, upload, finish } = await beginEvidence(bytes);
  await vi.waitFor(
    async () =>
      expect(await installation.db.selectFrom('points_hold').select('id').where('user_id', '=', userId).execute()).toHaveLength(1),
    busy,
  );
  await suspend(userId);
  await finish();
  expect(await upload.status).toBe(401);
  upload.socket.destroy();
  expect(upload.said()).toMatch(refusal);
  await nothingOf(userId, bytes);
});

it('an upload under way is cut within seconds', async () => {
  const bytes = randomBytes(2_000_000);
  const { userId, upload } = await beginEvidence(bytes);
  await vi.waitFor(
    async () =>
      expect(await installation.db.selectFrom('points_hold').select('id').where('user_id', '=', userId).execute()).toHaveLength(1),
    busy,
  );
  await suspend(userId);
  expect(await upload.closed).toMatch(refusal);
  await nothingOf(userId, bytes);
});

it('a piece of a recording counts for nothing', async () => {
  const { userId, client } = await make.enterprise();
  const file = media.mp4(5);
  const answer = await make.create(userId, file, {}, client);
  const url = String(answer.body['upload_url']);
  const upload = await rawUpload(
    port,
    'PATCH',
    url,
    { ...make.patchHeaders(url, 0, file, {}, client), 'content-length': String(file.length) },
    file.subarray(0, 100),
  );
  await vi.waitFor(async () => expect(await installation.stages.names()).toContain(String(answer.body['attestation_id'])), busy);
  await suspend(userId);
  await upload.write(file.subarray(100));
  expect(await upload.status).toBe(401);
  upload.socket.destroy();
  expect(await make.rowOf(String(answer.body['attestation_id']))).toMatchObject({ status: 'running', offset_bytes: '0' });
});

it('JSON that was begun before is not carried out: a capture is not made', async () => {
  const { userId, client } = await make.enterprise();
  const path = '/open/v1/captures';
  const body = JSON.stringify({ unique_id: uid(), user_id: userId, url: 'https://example.com/', title: '网页', label: '测试' });
  const headers = client.headersOf({ method: 'POST', path, body, contentType: 'application/json' });
  const upload = await rawUpload(port, 'POST', path, { ...headers, 'content-length': String(Buffer.byteLength(body)) }, body.slice(0, 30));
  await vi.waitFor(
    async () =>
      expect(
        await installation.db.selectFrom('intake_nonce').select('nonce').where('nonce', '=', String(headers['x-nonce'])).execute(),
      ).toHaveLength(1),
    busy,
  );
  await suspend(userId);
  await upload.write(Buffer.from(body).subarray(30));
  expect(await upload.status).toBe(401);
  upload.socket.destroy();
  expect(await installation.db.selectFrom('capture').select('id').where('user_id', '=', userId).execute()).toEqual([]);
});

it('another client’s upload goes on', async () => {
  const { userId } = await make.enterprise();
  const other = await beginEvidence(randomBytes(100_000));
  await suspend(userId);
  await other.finish();
  expect(await other.upload.status).toBe(200);
  other.upload.socket.destroy();
});

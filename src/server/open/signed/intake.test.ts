import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { intakeClient, picture, users } from '../../../../test/installation/intake.ts';
import { newCredential } from '../../business/users/credentials.ts';

const installation = testApp();
const key = newCredential();
const client = () => intakeClient(installation.app, key);
const make = users(client);
const uid = () => randomBytes(8).toString('hex');
const refusedFor = (header: string) => ({
  status: 401,
  body: { error: { code: 'signature', message: expect.stringContaining(header) as string } },
});
const countUsers = async () => (await installation.db.selectFrom('users').select('id').execute()).length;

beforeAll(async () => {
  await installation.db
    .insertInto('credential')
    .values({ ...key, kind: 'platform', user_id: null, name: '测试平台' })
    .execute();
});

describe('signature', () => {
  const body = () => ({ unique_id: uid(), type: 1, mobile: `199${Date.now()}`.slice(0, 11), name: '张三' });

  it.each([
    ['a missing header', 'X-Signature', (headers: Record<string, string>) => void delete headers['x-signature']],
    ['an unknown client', 'X-App-Id', (headers: Record<string, string>) => void (headers['x-app-id'] = 'stranger')],
    ['a wrong signature', 'X-Signature', (headers: Record<string, string>) => void (headers['x-signature'] = '0'.repeat(64))],
    ['a changed body hash', 'X-Signature', (headers: Record<string, string>) => void (headers['x-content-sha256'] = '0'.repeat(64))],
    ['a malformed nonce', 'X-Nonce', (headers: Record<string, string>) => void (headers['x-nonce'] = 'x'.repeat(129))],
    ['a malformed time', 'X-Timestamp', (headers: Record<string, string>) => void (headers['x-timestamp'] = 'now')],
  ])('refuses %s, names the header and writes nothing', async (_case, header, tamper) => {
    const before = await countUsers();
    const answer = await client().post('/open/v1/users', body(), { tamper });
    expect(answer).toMatchObject(refusedFor(header));
    expect(JSON.stringify(answer)).not.toContain(key.security_key);
    expect(await countUsers()).toBe(before);
  });

  it('refuses a time outside the window and a nonce used twice', async () => {
    const now = Math.floor(Date.now() / 1000);
    expect(await client().post('/open/v1/users', body(), { timestamp: now - 301 })).toMatchObject(refusedFor('X-Timestamp'));
    expect(await client().post('/open/v1/users', body(), { timestamp: now + 302 })).toMatchObject(refusedFor('X-Timestamp'));
    const nonce = uid();
    expect(await client().post('/open/v1/users', body(), { nonce })).toMatchObject({ status: 200 });
    expect(await client().post('/open/v1/users', { ...body(), mobile: '19900000001' }, { nonce })).toMatchObject(refusedFor('X-Nonce'));
  });

  it('takes a nonce of 1 to 128 characters, and hex in either case, signed as it was sent', async () => {
    for (const nonce of ['!', 'n'.repeat(128)])
      expect(
        await client().post('/open/v1/users', { ...body(), mobile: `1991${String(nonce.length).padStart(3, '0')}0000` }, { nonce }),
      ).toMatchObject({ status: 200 });
    const sent = JSON.stringify({ ...body(), mobile: '19900000002' });
    const contentSha256 = createHash('sha256').update(sent).digest('hex').toUpperCase();
    const upper = (headers: Record<string, string>) => void (headers['x-signature'] = headers['x-signature']?.toUpperCase() ?? '');
    expect(
      await client().send({
        method: 'POST',
        path: '/open/v1/users',
        body: sent,
        contentType: 'application/json',
        contentSha256,
        tamper: upper,
      }),
    ).toMatchObject({ status: 200 });
  });

  it('refuses a call without a body that signed another hash than that of nothing', async () => {
    const { user_id } = await make.register('personal');
    const contentSha256 = createHash('sha256').update('{}').digest('hex');
    const read = (method: 'GET' | 'DELETE', change: object) =>
      client().send({ method, path: method === 'GET' ? `/open/v1/users/${user_id}` : `/open/v1/captures/${'0'.repeat(32)}`, ...change });
    expect(await read('GET', { contentSha256 })).toMatchObject(refusedFor('X-Content-SHA256'));
    expect(await read('DELETE', { contentSha256 })).toMatchObject(refusedFor('X-Content-SHA256'));
    expect(await read('GET', { body: '{}', contentSha256: '0'.repeat(64) })).toMatchObject(refusedFor('X-Content-SHA256'));
    expect(await read('GET', {})).toMatchObject({ status: 200 });
  });

  it('refuses a body that is not the signed one', async () => {
    const before = await countUsers();
    const contentSha256 = createHash('sha256').update('{}').digest('hex');
    expect(await client().post('/open/v1/users', body(), { contentSha256 })).toMatchObject(refusedFor('X-Content-SHA256'));
    expect(await client().post('/open/v1/users', body(), { contentSha256: 'UNSIGNED-PAYLOAD' })).toMatchObject(
      refusedFor('X-Content-SHA256'),
    );
    expect(await countUsers()).toBe(before);
  });

  it('takes a multipart body with its true hash and with UNSIGNED-PAYLOAD, and no other', async () => {
    const { user_id } = await make.register('personal');
    const fields = () => ({ unique_id: uid(), name: '张三', contact_idcard: '990000199001011234', address: '某市' });
    const files = { author_front: picture('red'), author_back: picture('green'), author_hand: picture('blue') };
    const path = `/open/v1/users/${user_id}/verification`;
    expect(await client().multipart(path, fields(), files, { contentSha256: '0'.repeat(64) })).toMatchObject(
      refusedFor('X-Content-SHA256'),
    );
    expect(await installation.db.selectFrom('user_submission').selectAll().where('user_id', '=', user_id).execute()).toEqual([]);
    expect(await client().multipart(path, fields(), files, { contentSha256: 'UNSIGNED-PAYLOAD' })).toMatchObject({
      status: 200,
      body: { user_status: 2 },
    });
  });

  it('ends with the credential', async () => {
    const other = newCredential();
    await installation.db
      .insertInto('credential')
      .values({ ...other, kind: 'platform', user_id: null, name: '另一平台' })
      .execute();
    const { user_id } = await make.register('personal');
    expect(await intakeClient(installation.app, other).get(`/open/v1/users/${user_id}`)).toMatchObject({ status: 200 });
    await installation.db.updateTable('credential').set({ status: 'disabled' }).where('app_id', '=', other.app_id).execute();
    expect(await intakeClient(installation.app, other).get(`/open/v1/users/${user_id}`)).toMatchObject(refusedFor('X-App-Id'));
  });
});

describe('POST /users', () => {
  it('answers the same id with the same answer, at once too, and other content with 409', async () => {
    const body = { unique_id: uid(), type: 2, mobile: '19911110000', name: '甲公司' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => client().post('/open/v1/users', body)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await client().post('/open/v1/users', { ...body, name: '乙公司' })).toMatchObject({ status: 409 });
    expect(await client().post('/open/v1/users', { ...body, unique_id: uid() })).toMatchObject({ status: 409 });
    expect(await client().post('/open/v1/users', { ...body, unique_id: uid(), type: 1 })).toMatchObject({ status: 200 });
  });

  it.each([
    ['unique_id', { unique_id: 'x'.repeat(256) }],
    ['type', { type: 3 }],
    ['type', { type: '1' }],
    ['mobile', { mobile: 'abc' }],
    ['name', { name: '' }],
    ['name', { name: 'a\u0000b' }],
    ['name', { name: 'a\ud83d' }],
    ['unique_id', { unique_id: 'a\u0000b' }],
    ['unique_id', { unique_id: '\udc00' }],
  ])('names a malformed %s, in English', async (field, change) => {
    const body = { unique_id: uid(), type: 1, mobile: '19922220000', name: '张三', ...change };
    expect(await client().post('/open/v1/users', body)).toMatchObject({
      status: 400,
      body: { error: { code: 'malformed', message: expect.stringMatching(`^${field}: [ -~]+(?: \\([^()]+\\))?$`) as string } },
    });
  });

  it('counts characters, not halves of them', async () => {
    const body = { unique_id: '𠮷'.repeat(255), type: 1, mobile: '19922220001', name: '𠮷'.repeat(100) };
    expect(await client().post('/open/v1/users', body)).toMatchObject({ status: 200 });
    expect(await client().post('/open/v1/users', { ...body, unique_id: uid(), name: '𠮷'.repeat(101) })).toMatchObject({
      status: 400,
      body: { error: { message: 'name: must be at most 100 characters (最多100个字)' } },
    });
  });

  it('refuses another content type, an unreadable body and a huge one', async () => {
    expect((await client().post('/open/v1/users', {}, { contentType: 'text/plain' })).status).toBe(415);
    expect((await client().send({ method: 'POST', path: '/open/v1/users', body: '{', contentType: 'application/json' })).status).toBe(400);
    expect((await client().post('/open/v1/users', { name: 'x'.repeat(1_100_000) })).status).toBe(413);
  });
});

describe('POST /users/{id}/verification', () => {
  it('puts a user up for review once, with pictures that are durable under their hash', async () => {
    const { user_id } = await make.register('enterprise');
    expect(await make.submit(user_id, 'enterprise')).toMatchObject({ status: 200, body: { user_id, user_status: 2, repair_type: 0 } });
    expect(await make.submit(user_id, 'enterprise')).toMatchObject({ status: 409 });
    const submission = await installation.db
      .selectFrom('user_submission')
      .select('pictures')
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow();
    expect(Object.keys(submission.pictures).toSorted()).toEqual(['author_back', 'author_front', 'file', 'license']);
    for (const stored of Object.values(submission.pictures))
      expect(await installation.store.stat(stored.sha256)).toEqual({ sizeBytes: stored.sizeBytes });
  });

  it('names what is missing or foreign, and leaves the user as he was', async () => {
    const { user_id } = await make.register('enterprise');
    const path = `/open/v1/users/${user_id}/verification`;
    const fields = {
      unique_id: uid(),
      name: '甲公司',
      contact_idcard: '990000199001011234',
      address: '某市',
      tax_number: '91000000MA0000000X',
      legal_person: '钱',
    };
    const files = { license: picture('red'), author_front: picture('green'), author_back: picture('blue') };
    const tell = async (change: Record<string, string>, pictures: Record<string, Buffer>) =>
      client().multipart(path, { ...fields, ...change }, pictures);
    expect(await tell({}, { author_front: files.author_front })).toMatchObject({
      status: 400,
      body: { error: { message: 'license: is missing' } },
    });
    expect(await tell({}, { ...files, author_hand: files.license })).toMatchObject({
      status: 400,
      body: { error: { message: 'author_hand: is not for this type of user' } },
    });
    expect(await tell({ tax_number: '' }, files)).toMatchObject({ status: 400, body: { error: { message: 'tax_number: is missing' } } });
    expect(await tell({}, { ...files, license: Buffer.from('<svg onload=alert(1)>') })).toMatchObject({ status: 415 });
    expect(await tell({ contact_idcard: '' }, files)).toMatchObject({ status: 400 });
    expect(await client().get(`/open/v1/users/${user_id}`)).toMatchObject({ body: { user_status: 1 } });
    expect(await client().multipart('/open/v1/users/999999/verification', fields, files)).toMatchObject({ status: 404 });
    expect(await tell({}, { ...files, license: Buffer.concat([files.license, Buffer.alloc(11 * 1024 * 1024)]) })).toMatchObject({
      status: 413,
    });
    expect(await tell({}, { ...files, license: Buffer.concat([files.license, Buffer.alloc(9 * 1024 * 1024)]) })).toMatchObject({
      status: 200,
    });
  });
});

describe('an enterprise', () => {
  it('reaches its own data with its own key, and nothing else', async () => {
    const user_id = await make.pending('enterprise');
    const foreign = await make.register('enterprise');
    const reviewer = await installation.signIn('reviewer@example.com');
    await reviewer.post('/api/ajax/user/updateUserStatus', { user_id, status: 1 });
    const detail = await reviewer.get<{ userInfo: { app_id: string; security_key: string } }>('/api/user/userDetail', { user_id });
    const own = intakeClient(installation.app, detail.data.userInfo);
    expect(await own.get(`/open/v1/users/${user_id}`)).toMatchObject({
      status: 200,
      body: { user_id, type: 2, user_status: 3, points: 0, reason: '' },
    });
    expect(await own.get(`/open/v1/users/${foreign.user_id}`)).toMatchObject({ status: 403 });
    expect(await own.post('/open/v1/users', { unique_id: uid(), type: 1, mobile: '19933330000', name: '张三' })).toMatchObject({
      status: 403,
    });
  });
});

describe('POST /logins', () => {
  it('is a row of the front-end login log and the time of the last login', async () => {
    const { user_id, mobile } = await make.register('personal', '李登录');
    const login = { unique_id: uid(), user_id, login_time: '2026-03-01 08:00:00', ip: '192.0.2.7' };
    expect(await client().post('/open/v1/logins', login)).toMatchObject({ status: 200 });
    expect(await client().post('/open/v1/logins', { ...login, unique_id: uid(), login_time: '2026-02-01 08:00:00' })).toMatchObject({
      status: 200,
    });
    const admin = await installation.signIn('admin@example.com');
    const log = await admin.get<{ list: unknown[] }>('/api/LoginLog/getList', { type: 2 });
    expect(log.data.list[0]).toMatchObject({
      account_id: user_id,
      name: '李登录',
      mobile,
      login_time: '2026-03-01 08:00:00',
      ip: '192.0.2.7',
    });
    const list = await admin.get<{ list: { user_id: string; loginTime: string }[] }>('/api/ajax/user/getUserList', {
      type: 1,
      keyword: mobile,
    });
    expect(list.data.list).toMatchObject([{ user_id, loginTime: '2026-03-01 08:00:00' }]);
    expect(await client().post('/open/v1/logins', { ...login, unique_id: uid(), login_time: '2026-02-30 08:00:00' })).toMatchObject({
      status: 400,
    });
    expect(await client().post('/open/v1/logins', { ...login, unique_id: uid(), user_id: '999999' })).toMatchObject({ status: 404 });
  });
});

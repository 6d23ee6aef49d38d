import { describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { ownWebhooks } from '../../../../test/installation/scenarios/own-webhooks.ts';
import { intakeClient, type IntakeKey } from '../../../../test/installation/intake.ts';
import type { WebhookAnswer } from '../../../contract/open/webhooks.ts';
import { forgetAttempts } from './delivery/forget-store.ts';

const installation = testApp({ WEBHOOK_ALLOW_PRIVATE: '1' });
const strict = testApp();
const desk = ownWebhooks(installation);
const { fresh, unique, create, created, patch } = desk;

describe('an endpoint', () => {
  it('is made once under its unique_id, and shows its secret this once', async () => {
    const unique_id = unique();
    const first = await create({ unique_id, description: '生产环境' });
    expect(first).toEqual({ status: 200, body: { id: expect.any(String), secret: expect.stringMatching(/^whsec_[0-9A-Za-z+/]{43}=$/) } });
    expect(await create({ unique_id, description: '生产环境' })).toEqual({ status: 200, body: { id: first.body['id'] } });
    expect(await create({ unique_id, description: '其他' })).toMatchObject({ status: 409 });
    const { id } = first.body as { id: string };
    expect(await desk.calls.get(`/open/v1/webhooks/${id}`)).toEqual({
      status: 200,
      body: {
        id,
        url: `${desk.receiver.origin}/`,
        types: ['evidence.*'],
        description: '生产环境',
        status: 'enabled',
        reason: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        last_success_at: null,
        failing_since: null,
      },
    });
    const stored = await installation.db.selectFrom('webhook_secret').selectAll().where('webhook_id', '=', id).execute();
    const remembered = await installation.db.selectFrom('intake_request').selectAll().where('unique_id', '=', unique_id).execute();
    const secret = Buffer.from(String(first.body['secret']).slice('whsec_'.length), 'base64');
    expect(stored[0]?.sealed.includes(secret)).toBe(false);
    expect(JSON.stringify(remembered)).not.toContain('whsec_');
  });

  it('is deleted while an attempt at it is settled, which locks the delivery and then the endpoint', async () => {
    const { id, path } = await created();
    const settling = await installation.pool.connect();
    await settling.query(
      "insert into webhook_delivery (webhook_id, place, kind, due_at) values ($1, $2, 'event', now() + interval '1 day')",
      // Of today: it is forgotten with its endpoint, and not because of its age.
      [id, Date.now() * 1000],
    );
    await settling.query('begin');
    await settling.query('update webhook_delivery set attempt = attempt + 1 where webhook_id = $1', [id]);
    expect(await desk.calls.delete(path)).toEqual({ status: 200, body: {} });
    expect((await settling.query('update webhook set failures = failures + 1 where id = $1', [id])).rowCount).toBe(0);
    await settling.query('commit');
    settling.release();
    await forgetAttempts(installation.db, 30);
    expect(await installation.db.selectFrom('webhook_delivery').select('id').where('webhook_id', '=', id).execute()).toEqual([]);
  });

  it('is changed, disabled, enabled and deleted, each on the trail without its address', async () => {
    const { id, path } = await created({ url: `${desk.receiver.origin}/hook?token=secret` });
    expect(await patch(path, { types: ['*'], description: '新' })).toMatchObject({
      status: 200,
      body: { types: ['*'], description: '新' },
    });
    expect(await patch(path, { status: 'disabled' })).toMatchObject({ body: { status: 'disabled', reason: null } });
    expect(await patch(path, { status: 'enabled', url: `${desk.receiver.origin}/other` })).toMatchObject({
      body: { status: 'enabled', url: `${desk.receiver.origin}/other` },
    });
    expect(await desk.calls.delete(path)).toEqual({ status: 200, body: {} });
    expect(await desk.calls.get(path)).toMatchObject({ status: 404 });
    const trail = await installation.db.selectFrom('trail').selectAll().where('object', '=', `webhook/${id}`).orderBy('id').execute();
    expect(trail.map(({ action }) => action)).toEqual([
      '登记回调地址',
      '修改回调地址',
      '停用回调地址',
      '修改回调地址',
      '启用回调地址',
      '删除回调地址',
    ]);
    expect(JSON.stringify(trail)).not.toContain('token=secret');
  });

  it('is its own client’s alone', async () => {
    const { id, path } = await created();
    const answers = [
      await desk.others.get(path),
      await patch(path, { status: 'disabled' }, desk.others),
      await desk.others.delete(path),
      await desk.others.post(`${path}/rotate`, {}),
      await desk.others.post(`${path}/test`, {}),
      await desk.others.get(`${path}/deliveries`),
      await desk.others.post(`${path}/replay`, { event_ids: ['evt_0000000000000001'] }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error?.code])).toEqual(answers.map(() => [403, 'forbidden']));
    const list = (await desk.others.get('/open/v1/webhooks')).body['list'] as WebhookAnswer[];
    expect(list.map((one) => one.id)).not.toContain(id);
    for (const unknown of ['999999', '0', 'x', '%20'])
      expect(await desk.calls.get(`/open/v1/webhooks/${unknown}`)).toMatchObject({ status: 404 });
  });

  it('is one of twenty at most', async () => {
    const { calls: many } = await fresh();
    const made = await Promise.all(Array.from({ length: 25 }, () => create({}, many)));
    expect(made.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(made.filter(({ status }) => status === 409)).toHaveLength(5);
    const list = (await many.get('/open/v1/webhooks')).body['list'] as WebhookAnswer[];
    expect(list).toHaveLength(20);
    await many.delete(`/open/v1/webhooks/${list[0]?.id ?? ''}`);
    expect(await create({}, many)).toMatchObject({ status: 200 });
  });

  it.each([
    ['credentials', { url: 'https://user:word@example.com/' }, 'url: must hold no user name and no password'],
    ['port 0', { url: 'https://example.com:0/' }, 'url: must not have the port 0'],
    ['another scheme', { url: 'ftp://example.com/' }, 'url: must be an https address'],
    ['a title behind it', { url: 'https://example.com/hook 某系统' }, 'url: must be one address without blanks or other text'],
    ['a title before it', { url: '某系统 https://example.com/hook' }, 'url: must be one address without blanks or other text'],
    ['no address at all', { url: 'example.com' }, 'url: must be an https address'],
    ['too long an address', { url: `https://example.com/${'x'.repeat(2048)}` }, 'url: must be at most 2048 characters (最多2048个字)'],
    ['an unknown type', { types: ['evidence.made'] }, 'types.0: is no type of event, no group such as evidence.*, and not *'],
    ['an unknown group', { types: ['evidence.*', 'nothing.*'] }, 'types.1: is no type of event, no group such as evidence.*, and not *'],
    ['no types', { types: [] }, expect.stringMatching(/^types: /)],
    ['no unique_id', { unique_id: '' }, expect.stringMatching(/^unique_id: /)],
  ])('with %s is refused', async (_what, change, message) => {
    expect(await create(change)).toEqual({ status: 400, body: { error: { code: 'malformed', message } } });
  });

  it('is refused where it leads into a private network or is no https, without the setting', async () => {
    const key = { app_id: 'strict', security_key: 'key' };
    await strict.db
      .insertInto('credential')
      .values({ ...key, kind: 'platform', user_id: null, name: '客户端' })
      .execute();
    const strictly = intakeClient(strict.app, key);
    const refused = async (url: string) => (await create({ url }, strictly)).body.error?.message;
    expect(await refused('http://example.com/')).toBe('url: must be an https address');
    for (const host of [
      '127.0.0.1',
      '[::1]',
      '10.1.2.3',
      '0x7f.1',
      '169.254.169.254',
      '[::ffff:10.0.0.1]',
      'localhost',
      'db',
      'a.internal',
    ])
      expect(await refused(`https://${host}/`), host).toBe('url: leads into a private network');
    expect(await create({ url: 'https://hooks.example.invalid/' }, strictly)).toMatchObject({ status: 200 });
    const { id } = (await create({ url: 'https://hooks.example.invalid/' }, strictly)).body;
    expect(await patch(`/open/v1/webhooks/${String(id)}`, { url: 'https://10.0.0.1/' }, strictly)).toMatchObject({ status: 400 });
  });
});

it('nobody unsigned, or with a wrong signature, reaches any of the calls', async () => {
  const wrong: IntakeKey = { ...desk.own, security_key: 'wrong' };
  for (const path of ['/open/v1/webhooks', '/open/v1/webhook-key']) {
    expect((await installation.app.inject({ url: path })).statusCode).toBe(401);
    expect(await intakeClient(installation.app, wrong).get(path)).toMatchObject({ status: 401 });
  }
});

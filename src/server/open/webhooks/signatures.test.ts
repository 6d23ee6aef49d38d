import { createPublicKey, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { ownWebhooks } from '../../../../test/installation/scenarios/own-webhooks.ts';
import { accept, hang, refuse } from '../../../../test/installation/servers/webhook-receiver.ts';
import { locks } from '../../platform/db/locks.ts';
import { rotateKey } from './signing/key-store.ts';

const installation = testApp({ WEBHOOK_ALLOW_PRIVATE: '1' });
const desk = ownWebhooks(installation);
const { make, created, patch, deliveries } = desk;

describe('a test', () => {
  it('is sent at once and answered with its attempt, also to an endpoint that is disabled', async () => {
    const { path, secret, id } = await created({ types: ['order.paid'] });
    await patch(path, { status: 'disabled' });
    const { status, body } = await desk.calls.post(`${path}/test`, {});
    expect(status).toBe(200);
    expect(body).toMatchObject({
      type: 'webhook.test',
      attempt: 1,
      status: 'succeeded',
      http_status: 200,
      error: null,
      next_at: null,
      answer: 'ok',
    });
    const got = desk.receiver.received.at(-1);
    expect(new Webhook(secret).verify(got?.body ?? '', got?.headers ?? {})).toMatchObject({
      id: body['event_id'],
      type: 'webhook.test',
      data: { user_id: desk.own.userId, webhook_id: id },
    });
    expect(body['request_headers']).toMatchObject({
      'webhook-id': body['event_id'],
      'webhook-signature': got?.headers['webhook-signature'],
    });
    expect((await deliveries(path)).list).toEqual([body]);
  });

  it('that fails says why, and is not tried again', async () => {
    const { path } = await created();
    desk.receiver.answer(refuse);
    expect((await desk.calls.post(`${path}/test`, {})).body).toMatchObject({ status: 'failed', http_status: 500, next_at: null });
    desk.receiver.answer(accept);
    expect(await deliveries(path, '?status=pending')).toEqual({ list: [], next: null });
    expect(await desk.calls.get(path)).toMatchObject({ body: { failing_since: expect.stringContaining('T') } });
  });

  it('of an endpoint that is deleted meanwhile is refused as one of an endpoint that is not there', async () => {
    const { path } = await created();
    const before = desk.receiver.received.length;
    const { pool, db } = installation;
    const holder = await pool.connect();
    await holder.query('select pg_advisory_lock($1)', [locks.webhookClaims]);
    const testing = desk.calls.post(`${path}/test`, {});
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBeGreaterThan(0);
    expect(await desk.calls.delete(path)).toEqual({ status: 200, body: {} });
    await holder.query('select pg_advisory_unlock($1)', [locks.webhookClaims]);
    holder.release();
    expect(await testing).toMatchObject({ status: 404, body: { error: { code: 'unknown' } } });
    expect(desk.receiver.received.length).toBe(before);
    expect(await db.selectFrom('webhook_delivery').select('id').where('kind', '=', 'test').execute()).toEqual([]);
  });

  it('is refused while four attempts are under way', async () => {
    const { path } = await created();
    desk.receiver.answer(hang);
    const before = desk.receiver.received.length;
    const under = Array.from({ length: 4 }, () => desk.calls.post(`${path}/test`, {}));
    await expect.poll(() => desk.receiver.received.length).toBe(before + 4);
    expect(await desk.calls.post(`${path}/test`, {})).toMatchObject({ status: 429, body: { error: { code: 'rate' } } });
    desk.receiver.drop();
    desk.receiver.answer(accept);
    expect((await Promise.all(under)).map(({ body }) => body['error'])).toEqual(Array(4).fill('connection: ended before the answer did'));
  });
});

describe('a secret', () => {
  it('that was rotated signs for a day beside the new one, and then no more', async () => {
    const { path, id, secret: old } = await created();
    const { body } = await desk.calls.post(`${path}/rotate`, {});
    const rotated = String(body['secret']);
    expect(rotated).not.toBe(old);
    const signedBy = async (secret: string) => {
      await desk.calls.post(`${path}/test`, {});
      const got = desk.receiver.received.at(-1);
      try {
        return new Webhook(secret).verify(got?.body ?? '', got?.headers ?? {}) !== undefined;
      } catch {
        return false;
      }
    };
    expect([await signedBy(old), await signedBy(rotated)]).toEqual([true, true]);
    await installation.db
      .updateTable('webhook_secret')
      .set({ until: new Date(Date.now() - 1000) })
      .where('webhook_id', '=', id)
      .where('until', 'is not', null)
      .execute();
    expect([await signedBy(old), await signedBy(rotated)]).toEqual([false, true]);
    const again = [];
    for (let count = 0; count < 5; count += 1) again.push((await desk.calls.post(`${path}/rotate`, {})).status);
    expect(again).toEqual([200, 200, 200, 200, 409]);
  });
});

describe('the office’s key', () => {
  it('signs beside the secret, and an old one beside a new one', async () => {
    const { path } = await created();
    const listed = async () => (await desk.calls.get('/open/v1/webhook-key')).body['list'] as { key: string; since: string }[];
    const verifies = async (key: string) => {
      await desk.calls.post(`${path}/test`, {});
      const { headers, body } = desk.receiver.received.at(-1) ?? { headers: {} as Record<string, string>, body: '' };
      const x = Buffer.from(key.slice('whpk_'.length), 'base64').toString('base64url');
      const content = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
      return (headers['webhook-signature'] ?? '')
        .split(' ')
        .filter((signature) => signature.startsWith('v1a,'))
        .some((signature) =>
          verify(
            null,
            content,
            createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
            Buffer.from(signature.slice(4), 'base64'),
          ),
        );
    };
    const [first, ...none] = await listed();
    expect([first?.key, none]).toEqual([expect.stringMatching(/^whpk_[0-9A-Za-z+/]{43}=$/), []]);
    expect(first?.since).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(await verifies(first?.key ?? '')).toBe(true);
    await rotateKey(installation.db, await make.vault());
    const [current, old] = await listed();
    expect(old).toEqual(first);
    expect(current?.key).not.toBe(first?.key);
    expect(await verifies(old?.key ?? '')).toBe(true);
    expect((await desk.others.get('/open/v1/webhook-key')).body).toEqual({ list: [current, old] });
  });
});

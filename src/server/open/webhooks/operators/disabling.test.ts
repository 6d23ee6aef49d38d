import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { failed, forbidden, lost } from '../../../../../test/installation/answers.ts';
import { testApp } from '../../../../../test/installation/app.ts';
import { webhookDesk } from '../../../../../test/installation/scenarios/webhooks.ts';
import { operators } from '../../../../../test/installation/factories/access.ts';
import { intakeClient } from '../../../../../test/installation/intake.ts';
import { placeAll } from '../../../desk/events/sequencer.ts';

const installation = testApp({ WEBHOOK_ALLOW_PRIVATE: '1' });
const make = operators(installation);
const desk = webhookDesk(installation);
const { client, endpoint, list, setStatus } = desk;

describe('disabling', () => {
  it('by the office is undone by the office alone; by the client, by either; the list says who it was', async () => {
    const key = await client('自助平台');
    const id = await endpoint(key);
    const path = `/open/v1/webhooks/${id}`;
    const by = intakeClient(installation.app, key);
    const patch = (status: string) => by.send({ method: 'PATCH', path, body: JSON.stringify({ status }), contentType: 'application/json' });
    const row = async () => (await list({ webhook_id: id })).list[0];
    expect(await patch('disabled')).toMatchObject({ status: 200, body: { status: 'disabled', reason: null } });
    expect(await row()).toMatchObject({ reason: '', disabled_by: '自助平台', disabled_time: expect.stringMatching(/^\d{4}-/) as string });
    expect(await patch('enabled')).toMatchObject({ status: 200, body: { status: 'enabled' } });
    expect(await row()).toMatchObject({ disabled_by: '', disabled_time: '' });

    await setStatus(id, 2);
    expect(await row()).toMatchObject({ reason: '由公证处停用', disabled_by: '管理员' });
    expect(await patch('enabled')).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden', message: 'status: the office disabled this webhook, and it alone enables it again' } },
    });
    expect(await patch('disabled')).toMatchObject({ status: 200 });
    expect(await by.get(path)).toMatchObject({ body: { status: 'disabled', reason: '由公证处停用' } });
    expect(await setStatus(id, 1)).toMatchObject({ code: 200 });
    expect(await patch('enabled')).toMatchObject({ status: 200, body: { status: 'enabled' } });
  });

  it('by the office cannot be got round by removing the endpoint, moving it, or making one anew on its host', async () => {
    const key = await client('绕行平台');
    const [id, beside] = [await endpoint(key), await endpoint(key, 'beside')];
    const by = intakeClient(installation.app, key);
    const patch = (webhook: string, json: object) =>
      by.send({ method: 'PATCH', path: `/open/v1/webhooks/${webhook}`, body: JSON.stringify(json), contentType: 'application/json' });
    const create = (url: string) => by.post('/open/v1/webhooks', { unique_id: randomBytes(8).toString('hex'), url, types: ['*'] });
    const refused = (message: string) => ({
      status: 403,
      body: { error: { code: 'forbidden', message: expect.stringContaining(message) as string } },
    });
    const elsewhere = String((await create('http://127.0.0.2:9/hook')).body['id']);
    await setStatus(id, 2);
    expect(await by.delete(`/open/v1/webhooks/${id}`)).toMatchObject(refused('cannot be removed'));
    expect(await patch(id, { url: 'http://127.0.0.2:9/other' })).toMatchObject(refused('url: the office disabled'));
    for (const url of ['http://127.0.0.1:9/hook', 'http://127.0.0.1:9/hook?again=1'])
      expect(await create(url)).toMatchObject(refused('at 127.0.0.1:9'));
    expect(await patch(elsewhere, { url: 'http://127.0.0.1:9/hook' })).toMatchObject(refused('at 127.0.0.1:9'));
    expect((await list({ webhook_id: id })).list).toMatchObject([{ url: 'http://127.0.0.1:9/hook', status: 2, reason: '由公证处停用' }]);
    // Its other endpoint stays as it is, and descriptions of both can be changed. Other clients are not affected.
    expect(await patch(beside, { description: '旁边' })).toMatchObject({ status: 200, body: { status: 'enabled' } });
    expect(await patch(id, { description: '说明' })).toMatchObject({ status: 200, body: { status: 'disabled' } });
    expect(await endpoint(await client('无关平台'))).toMatch(/^\d+$/);
    await setStatus(id, 1);
    expect(await create('http://127.0.0.1:9/again')).toMatchObject({ status: 200 });
    expect(await by.delete(`/open/v1/webhooks/${id}`)).toMatchObject({ status: 200 });
  });

  it('is done once, tells why, and is undone with a clean record; each is on the trail', async () => {
    const key = await client('停用平台');
    const id = await endpoint(key);
    await installation.db.updateTable('webhook').set({ failing_since: new Date(), failures: 7 }).where('id', '=', id).execute();
    expect(await setStatus(id, 2)).toMatchObject({ code: 200, message: '操作成功' });
    expect(await setStatus(id, 2)).toMatchObject(lost('该回调地址已停用'));
    expect((await list({ webhook_id: id })).list[0]).toMatchObject({ status: 2, status_name: '停用', reason: '由公证处停用' });
    const response = await intakeClient(installation.app, key).get(`/open/v1/webhooks/${id}`);
    expect(response.body).toMatchObject({ status: 'disabled', reason: '由公证处停用' });
    expect(await setStatus(id, 1)).toMatchObject({ code: 200 });
    expect(await setStatus(id, 1)).toMatchObject(lost('该回调地址已启用'));
    expect((await list({ webhook_id: id })).list[0]).toMatchObject({ status: 1, reason: '', failures: 0, failing_since: '' });
    expect(await setStatus('999999', 1)).toMatchObject(failed('该回调地址不存在'));
    const trail = await installation.db
      .selectFrom('trail')
      .select(['action', 'after'])
      .where('object', '=', `webhook/${id}`)
      .orderBy('id')
      .execute();
    expect(trail.slice(1)).toEqual([
      { action: '停用回调地址', after: { status: 'disabled', reason: 'office' } },
      { action: '启用回调地址', after: { status: 'enabled' } },
    ]);
    await placeAll(installation.db);
    const event = await installation.db.selectFrom('event').select('type').where('app_id', '=', key.app_id).execute();
    expect(event).toEqual([{ type: 'webhook.disabled' }]);
  });

  it('needs the page of endpoints, and no other', async () => {
    const [reader, other] = [await make.holding(39, 41), await make.holding(39, 40, 42)];
    expect(await other.get('/api/ajax/open/getWebhookList')).toMatchObject(forbidden);
    expect(await other.post('/api/ajax/open/webhookDisable', { webhook_id: '1', status: 2 })).toMatchObject(forbidden);
    expect(await reader.get('/api/ajax/open/getWebhookList')).toMatchObject({ code: 200 });
    expect(await reader.get('/api/ajax/open/getClientList')).toMatchObject(forbidden);
  });
});

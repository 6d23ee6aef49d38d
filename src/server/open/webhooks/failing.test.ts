import { describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { webhookDesk } from '../../../../test/installation/scenarios/webhooks.ts';
import { operators } from '../../../../test/installation/factories/access.ts';
import type { MessageRow } from '../../../contract/console/messages.ts';
import { disableEndpoint } from './disable.ts';
import { notifyFailing } from './feature.ts';

const installation = testApp({ WEBHOOK_ALLOW_PRIVATE: '1' });
const { holding } = operators(installation);
const { client, endpoint } = webhookDesk(installation);

type Person = Awaited<ReturnType<typeof holding>>;
const messagesOf = async (by: Pick<Person, 'get'>) =>
  (await by.get<{ list: MessageRow[] }>('/api/ajax/message/getList', { limit: 100 })).data.list.map(({ kind_name, text, url }) => [
    kind_name,
    text,
    url,
  ]);
const failsFor = (id: string, minutes: number) =>
  installation.db
    .updateTable('webhook')
    .set({ failing_since: new Date(Date.now() - minutes * 60_000), failures: 4 })
    .where('id', '=', id)
    .execute();
const failing = (id: string) => ['回调异常', '一个事件回调地址持续投递失败，请联系接入方；连续五天未成功将自动停用', `/open/webhook/${id}`];

describe('an endpoint that fails for an hour', () => {
  it('is told to whoever looks after endpoints, once, also by two servers, and again when it fails anew', async () => {
    const [reader, other] = [await holding(39, 41), await holding(39, 40, 42)];
    const key = await client('失败平台');
    const [late, early, disabled] = [await endpoint(key, 'late'), await endpoint(key, 'early'), await endpoint(key, 'disabled')];
    for (const [id, minutes] of [
      [late, 61],
      [early, 59],
      [disabled, 61],
    ] as const)
      await failsFor(id, minutes);
    await installation.db.updateTable('webhook').set({ status: 'disabled' }).where('id', '=', disabled).execute();
    await Promise.all([notifyFailing(installation.db), notifyFailing(installation.db)]);
    await notifyFailing(installation.db);
    expect(await messagesOf(reader)).toEqual([failing(late)]);
    expect(await messagesOf(other)).toEqual([]);

    // It succeeded once and failed again.
    await failsFor(late, 90);
    await notifyFailing(installation.db);
    expect(await messagesOf(reader)).toEqual([failing(late), failing(late)]);
  });

  it('is told again when it is disabled', async () => {
    const reader = await holding(39, 41);
    const id = await endpoint(await client('停用平台'));
    await failsFor(id, 7000);
    await notifyFailing(installation.db);
    await disableEndpoint(installation.db, id, 'failing');
    expect(await messagesOf(reader)).toEqual([['回调异常', '一个事件回调地址已自动停用，请查看原因', '/open/webhook'], failing(id)]);
  });
});

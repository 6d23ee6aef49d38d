import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll } from 'vitest';
import type { DeliveryRow, WebhookRow } from '../../../src/contract/console/webhooks.ts';
import { emit } from '../../../src/server/desk/events/emit.ts';
import { eventIdOf } from '../../../src/server/desk/events/event-id.ts';
import { placeAll } from '../../../src/server/desk/events/sequencer.ts';
import { newCredential } from '../../../src/server/business/users/credentials.ts';
import type { testApp } from '../app.ts';
import { intakeClient, type IntakeKey } from '../intake.ts';

/** Endpoints of clients, deliveries to them, and an administrator who manages them. */
export function webhookDesk(installation: ReturnType<typeof testApp>) {
  const desk = {} as { admin: Awaited<ReturnType<typeof installation.signIn>> };
  beforeAll(async () => {
    desk.admin = await installation.signIn('admin@example.com');
  });

  async function client(name: string): Promise<IntakeKey> {
    const key = newCredential();
    await installation.db
      .insertInto('credential')
      .values({ ...key, kind: 'platform', user_id: null, name })
      .execute();
    return key;
  }

  async function endpoint(key: IntakeKey, path = 'hook', types = ['*']): Promise<string> {
    const { status, body } = await intakeClient(installation.app, key).post('/open/v1/webhooks', {
      unique_id: randomBytes(8).toString('hex'),
      url: `http://127.0.0.1:9/${path}`,
      types,
      description: '',
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return String(body['id']);
  }

  /** Creates events. @returns their places, oldest first. */
  async function events(count: number): Promise<string[]> {
    const before = await installation.db.selectFrom('event').select('place').orderBy('place', 'desc').limit(1).executeTakeFirst();
    const data = { user_id: '1', user_status: 3, repair_type: 0, reason: null };
    await installation.db.transaction().execute((tx) =>
      emit(
        tx,
        Array.from({ length: count }, () => ({ type: 'user.approved' as const, data })),
      ),
    );
    await placeAll(installation.db);
    const placed = await installation.db
      .selectFrom('event')
      .select('place')
      .where('place', '>', before?.place ?? '0')
      .where('type', '=', 'user.approved')
      .orderBy('place')
      .execute();
    return placed.map(({ place }) => place);
  }

  async function attempt(webhook_id: string, place: string, values: { status?: 'failed'; http_status?: number; error?: string } = {}) {
    await sql`select make_attempt_partition((${place}::bigint / 86400000000)::integer)`.execute(installation.db);
    await installation.db
      .insertInto('webhook_attempt')
      .values({
        webhook_id,
        place,
        type: 'user.approved',
        kind: 'event',
        attempt: 1,
        at: new Date('2026-11-22T00:00:00Z'),
        status: 'succeeded',
        http_status: 200,
        duration_ms: 12,
        request_headers: JSON.stringify({ 'webhook-id': eventIdOf(place), 'content-type': 'application/json' }),
        answer: 'ok',
        ...values,
      })
      .execute();
  }

  const list = async (fields: Record<string, string | number> = {}) =>
    (await desk.admin.get<{ list: WebhookRow[]; count: number }>('/api/ajax/open/getWebhookList', fields)).data;
  const deliveries = async (webhook_id: string, fields: Record<string, string | number> = {}) =>
    (await desk.admin.get<{ list: DeliveryRow[]; count: number }>('/api/ajax/open/getDeliveryList', { webhook_id, ...fields })).data;
  const replay = (fields: Record<string, string>) => desk.admin.post<{ count: number }>('/api/ajax/open/deliveryReplay', fields);
  const setStatus = (webhook_id: string, status: number) => desk.admin.post('/api/ajax/open/webhookDisable', { webhook_id, status });
  const waitingFor = async (label: string) => {
    const { data } = await desk.admin.get<{ list: { items: { label: string; count: number; url: string }[] }[] }>(
      '/api/ajax/todo/getCounts',
    );
    return data.list.flatMap(({ items }) => items).find((item) => item.label === label);
  };
  return Object.assign(desk, { client, endpoint, events, attempt, list, deliveries, replay, setStatus, waitingFor });
}

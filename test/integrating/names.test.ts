import { describe, expect, it } from 'vitest';
import { program } from '../../src/client/command/program.ts';
import { contract } from '../../src/contract/console/index.ts';
import { accessNodes } from '../../src/domain/business/access/access.ts';
import { readConfig } from '../../src/server/platform/runtime/config.ts';
import { answerSchema, bodySchema, openOperations } from '../../src/server/open/signed/document.ts';

/** Names that integrators and operators rely on literally (integration). */
const operations = new Map(openOperations().map((operation) => [`${operation.method} ${operation.path}`, operation]));
const webhook = ['id', 'url', 'types', 'description', 'status', 'reason', 'created_at', 'last_success_at', 'failing_since'];
const attempt = ['event_id', 'type', 'attempt', 'at', 'status', 'http_status', 'duration_ms', 'error', 'next_at'];

describe('the open API', () => {
  it.each<[call: string, given: readonly string[], answered: readonly string[]]>([
    ['GET /open/v1/events', ['after', 'type', 'limit', 'wait'], ['list', 'next']],
    ['GET /open/v1/me', [], ['app_id', 'kind', 'user_id', 'name']],
    ['POST /open/v1/webhooks', ['unique_id', 'url', 'types', 'description'], ['id', 'secret']],
    ['GET /open/v1/webhooks', [], ['list']],
    ['GET /open/v1/webhooks/{id}', ['id'], webhook],
    ['PATCH /open/v1/webhooks/{id}', ['id', 'url', 'types', 'description', 'status'], webhook],
    ['DELETE /open/v1/webhooks/{id}', ['id'], []],
    ['POST /open/v1/webhooks/{id}/rotate', ['id'], ['secret']],
    ['POST /open/v1/webhooks/{id}/test', ['id'], attempt],
    ['GET /open/v1/webhooks/{id}/deliveries', ['id', 'status', 'after', 'limit'], ['list']],
    ['POST /open/v1/webhooks/{id}/replay', ['id', 'event_ids', 'since', 'until'], ['count']],
    ['GET /open/v1/webhook-key', [], ['list']],
  ])('has %s with its fields', (call, given, answered) => {
    const operation = operations.get(call);
    if (!operation) throw new Error(`there is no ${call}`);
    const fields = [...operation.parameters.map(({ name }) => name), ...Object.keys(bodySchema(operation)?.properties ?? {})];
    expect(fields).toEqual(expect.arrayContaining([...given]));
    expect(Object.keys(answerSchema(operation, '200')?.properties ?? {})).toEqual(expect.arrayContaining([...answered]));
  });
});

it('the console has the calls of its two pages, and their nodes', () => {
  const paths = Object.values(contract).map(({ path }) => path as string);
  const names = ['getClientList', 'addClient', 'rotateClient', 'clientDisable', 'getCallList', 'getWebhookList', 'getDeliveryList'];
  for (const name of [...names, 'deliveryReplay', 'webhookDisable']) expect(paths).toContain(`/api/ajax/open/${name}`);
  expect(accessNodes.filter(({ id }) => id >= 39 && id <= 42).map(({ id, name }) => [id, name])).toEqual([
    [39, '开放接口'],
    [40, '接口客户端'],
    [41, '事件与回调'],
    [42, '管理接口客户端'],
  ]);
  expect(accessNodes.at(-1)?.id).toBe(37);
});

it('the server has the settings with their defaults', () => {
  expect(readConfig({})).toMatchObject({ eventKeepDays: 90, sandbox: null });
  expect(readConfig({ SANDBOX: '1' })).toMatchObject({ sandbox: { delaySeconds: 3 }, captures: { allowPrivate: true } });
  expect(readConfig({ SANDBOX: '1', SANDBOX_DELAY_SECONDS: '9', EVENT_KEEP_DAYS: '30' })).toMatchObject({
    sandbox: { delaySeconds: 9 },
    eventKeepDays: 30,
  });
});

it('the command has the words that the guide names', async () => {
  const said: string[] = [];
  const io = { environment: {}, out: (line: string) => said.push(line), error: () => undefined, draw: null };
  expect(await program(['--help'], { ...io, signal: new AbortController().signal })).toBe(0);
  for (const words of [
    'put FILE [--user ID]',
    'status NUMBER',
    'wait NUMBER',
    'package NUMBER -o FILE',
    'verify FILE',
    'capture URL',
    'events [--follow]',
    'listen --forward URL',
    'webhook list',
    'webhook create',
    'webhook test',
    'webhook replay',
  ])
    expect(said.join('\n')).toContain(words);
});

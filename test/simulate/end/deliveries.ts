import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { clientsPart } from '../commands/crud/clients.ts';
import type { Endpoint } from '../commands/crud/endpoints.ts';
import type { Arrived } from '../environment/receiver.ts';
import type { Checked } from './compare.ts';
import { readFeed, type FedEvent } from './events.ts';

/**
 * An endpoint that nobody touched has every event of its types, from its making on, at least once (spec/integration, 2); whatever
 * arrived is an event of the feed, of those types, and signed.
 */
export async function checkDeliveries(office: Checked): Promise<string[]> {
  const clients = clientsPart.read(office.house);
  const endpoints = clients.flatMap((client) => client.endpoints);
  if (endpoints.length === 0) return [];
  const { events } = await readFeed(office);
  const deadline = Date.now() + office.patienceMs;
  for (;;) {
    const missing = endpoints.filter(({ isSteady }) => isSteady).flatMap((one) => missingAt(one, events, office.receiver.arrived));
    if (missing.length > 0 && Date.now() < deadline) {
      await sleep(200);
      continue;
    }
    const known = new Map(events.map((event) => [event.id, event]));
    const wrong = endpoints.flatMap((one) => ofEndpoint(one, office.receiver.arrived).flatMap((each) => fault(one, each, known)));
    return [...missing, ...wrong].slice(0, 5);
  }
}

function ofEndpoint({ url }: Endpoint, arrived: readonly Arrived[]): Arrived[] {
  return arrived.filter(({ path }) => url.endsWith(path));
}

function takes({ types }: Pick<Endpoint, 'types'>, type: string): boolean {
  return types.includes(type) || types.includes(`${type.split('.')[0]}.*`);
}

function missingAt(endpoint: Endpoint, events: readonly FedEvent[], arrived: readonly Arrived[]): string[] {
  const there = new Set(ofEndpoint(endpoint, arrived).map(({ id }) => id));
  return events
    .filter(({ type, timestamp, id }) => takes(endpoint, type) && Date.parse(timestamp) > endpoint.made && !there.has(id))
    .map(({ id, type }) => `webhooks: ${type} ${id} did not arrive at ${endpoint.url}`);
}

function fault(endpoint: Endpoint, { id, timestamp, body, signature }: Arrived, known: ReadonlyMap<string, FedEvent>): string[] {
  // Sent on demand, to one endpoint alone.
  if (body.includes('"webhook.test"')) return [];
  const event = known.get(id);
  if (!event) return [`webhooks: ${id} is no event of the feed`];
  if (endpoint.isSteady && !takes(endpoint, event.type)) return [`webhooks: ${event.type} was not asked for`];
  const signs = endpoint.secrets.some((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    return signature.split(' ').includes(`v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`);
  });
  return signs ? [] : [`webhooks: ${id} is not signed with a secret of ${endpoint.url}`];
}

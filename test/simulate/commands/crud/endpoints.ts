import type { Answer, ClientKey, OpenCall } from '../../model/house.ts';
import { Difference } from '../../model/step.ts';
import { beaten, consoleCall, differs, lacks, noRight, operatorFor, refusal, refused, said } from '../expect.ts';
import { clientsPart, signedBy, signing, unsigned, type Client, type ClientCommand } from './clients.ts';

/** An address that events are sent to (spec/integration, 2). */
export interface Endpoint {
  readonly id: string;
  url: string;
  types: readonly string[];
  isDisabled: boolean;
  /** By the office, which alone enables it again. */
  isClosed: boolean;
  /** Nobody disabled or changed it, nor its client, since it was made; `made` is the moment, in ms. */
  isSteady: boolean;
  readonly made: number;
  /** They all sign. */
  secrets: string[];
}

const most = 2;
const typesOf = [['order.refunded'], ['invoice.issued', 'invoice.rejected'], ['user.*'], ['notarization.withdrawn']];

type Plan = Pick<OpenCall, 'name' | 'method' | 'fields'> & { readonly path: string; readonly client: ClientKey };
type Judge = (client: Client, answer: Answer, clients: Client[]) => Difference | undefined;

function callOf({ path, ...call }: Plan, judge: Judge) {
  const sent: OpenCall = { door: 'open', path: `/open/v1/webhooks${path}`, ...call };
  return {
    call: sent,
    part: clientsPart,
    // Whether an endpoint was enabled or disabled last, no answer tells.
    ...(sent.method === 'PATCH' ? { overwrites: sent.path } : {}),
    judge(clients: Client[], answer: Answer) {
      const kept = signing(clients, sent);
      if (!kept) return differs(answer, unsigned) ?? clients;
      return judge(kept, answer, clients) ?? clients;
    },
  };
}

const create: ClientCommand = {
  name: 'create-webhook',
  weight: 1,
  plan(house, dice) {
    const client = signedBy(house, dice, ({ endpoints }) => endpoints.length < most);
    const url = house.receiver;
    if (!client || url === '' || house.isDisturbed) return undefined;
    const types = dice.pick(typesOf) ?? ['order.refunded'];
    const fields = { unique_id: dice.word(16), url: `${url}/${dice.word(6)}`, types, description: '' };
    return callOf({ name: 'createWebhook', method: 'POST', path: '', fields, client }, (kept, answer) => {
      // Where the office closed one of a client's, it gets no other at that host.
      if (kept.endpoints.some(({ isClosed }) => isClosed)) return differs(answer, refusal.forbidden);
      const { id = '', secret = '' } = answer.body as { id?: string; secret?: string };
      if (answer.status !== 200 || id === '' || !secret.startsWith('whsec_'))
        return new Difference(`expected a webhook, found ${answer.status} ${JSON.stringify(answer.body)}`);
      kept.endpoints.push({
        id,
        url: fields.url,
        types,
        isDisabled: false,
        isClosed: false,
        isSteady: true,
        made: Date.now(),
        secrets: [secret],
      });
      return undefined;
    });
  },
};

/** An endpoint of some client, asked for by that client, or by another, whose it is not. */
function on(
  name: string,
  weight: number,
  act: (id: string, value: number) => Omit<Plan, 'client' | 'name'>,
  judge: JudgeOne,
): ClientCommand {
  return {
    name: `${name}`,
    weight,
    plan(house, dice) {
      const clients = clientsPart.read(house);
      const owner = dice.pick(clients.filter(({ endpoints }) => endpoints.length > 0));
      const endpoint = dice.pick(owner?.endpoints ?? []);
      const client = signedBy(house, dice, (one) => one === owner) ?? undefined;
      const other = dice.oneIn(8) ? signedBy(house, dice) : client;
      if (!owner || !endpoint || !other || house.isDisturbed) return undefined;
      const value = dice.below(1000);
      return callOf({ name, client: other, ...act(endpoint.id, value) }, (kept, answer, all) => {
        const there = all.find(({ app_id }) => app_id === owner.app_id)?.endpoints.find(({ id }) => id === endpoint.id);
        if (!there) return differs(answer, refusal.unknown);
        if (kept.app_id !== owner.app_id) return differs(answer, refusal.forbidden);
        return judge(there, answer, value, kept);
      });
    },
  };
}
type JudgeOne = (there: Endpoint, answer: Answer, value: number, owner: Client) => Difference | undefined;

function shown({ id, url, types, isDisabled }: Endpoint): Record<string, unknown> {
  return { id, url, types: [...types], status: isDisabled ? 'disabled' : 'enabled' };
}

const get = on(
  'getWebhook',
  2,
  (id) => ({ method: 'GET', path: `/${id}`, fields: {} }),
  (there, { body }) => lacks(body, shown(there)),
);

const update = on(
  'updateWebhook',
  2,
  (id, value) => ({ method: 'PATCH', path: `/${id}`, fields: changeOf(value) }),
  (there, answer, value) => {
    const change = changeOf(value);
    if (there.isClosed && change.status === 'enabled') return differs(answer, refusal.forbidden);
    there.isSteady = false;
    if (change.types) there.types = change.types;
    if (change.status) there.isDisabled = change.status === 'disabled';
    return lacks(answer.body, shown(there));
  },
);

function changeOf(value: number): { types?: string[]; status?: 'enabled' | 'disabled' } {
  const types = typesOf[value % typesOf.length];
  return value % 3 === 0 && types ? { types } : { status: value % 2 === 0 ? 'enabled' : 'disabled' };
}

const remove = on(
  'deleteWebhook',
  1,
  (id) => ({ method: 'DELETE', path: `/${id}`, fields: {} }),
  (there, answer, _value, owner) => {
    if (there.isClosed) return differs(answer, refusal.forbidden);
    owner.endpoints = owner.endpoints.filter(({ id }) => id !== there.id);
    return answer.status === 200 ? undefined : new Difference(`expected 200, found ${answer.status} ${JSON.stringify(answer.body)}`);
  },
);

/** For a day the old secrets sign beside the new one: at most five of them. */
const rotate = on(
  'rotateWebhookSecret',
  1,
  (id) => ({ method: 'POST', path: `/${id}/rotate`, fields: {} }),
  (there, answer) => {
    if (there.secrets.length >= 5) return differs(answer, refusal.conflict);
    const { secret = '' } = answer.body as { secret?: string };
    there.secrets.push(secret);
    return secret.startsWith('whsec_') ? undefined : new Difference(`expected a secret, found ${JSON.stringify(answer.body)}`);
  },
);

const deliveries = on(
  'listDeliveries',
  1,
  (id) => ({ method: 'GET', path: `/${id}/deliveries`, fields: {} }),
  (_there, answer) => (answer.status === 200 ? undefined : new Difference(`expected 200, found ${answer.status}`)),
);

/** Ids that are unknown count nothing. */
const replay = on(
  'replayDeliveries',
  1,
  (id) => ({ method: 'POST', path: `/${id}/replay`, fields: { event_ids: ['evt_0000000000000000'] } }),
  (_there, answer) => lacks(answer.body, { count: 0 }),
);

/** Sent at once, whatever else waits, and the answer says what became of it; 429 where too many attempts are under way. */
const test = on(
  'testWebhook',
  1,
  (id) => ({ method: 'POST', path: `/${id}/test`, fields: {} }),
  (_there, { status, body }) => (status === 429 ? undefined : lacks(body, { type: 'webhook.test', attempt: 1 })),
);

const keys: ClientCommand = {
  name: 'webhook-keys',
  weight: 1,
  plan(house, dice) {
    const client = signedBy(house, dice);
    if (!client) return undefined;
    const call: OpenCall = { door: 'open', name: 'getWebhookKeys', method: 'GET', path: '/open/v1/webhook-key', fields: {}, client };
    return {
      call,
      part: clientsPart,
      judge(clients, answer) {
        if (!signing(clients, call)) return differs(answer, unsigned) ?? clients;
        const { list: all = [] } = answer.body as { list?: readonly { key: string }[] };
        const isKey = all.length > 0 && all.every(({ key }) => key.startsWith('whpk_'));
        return isKey ? clients : new Difference(`webhook keys: found ${JSON.stringify(answer.body)}`);
      },
    };
  },
};

const list: ClientCommand = {
  name: 'list-webhooks',
  weight: 1,
  plan(house, dice) {
    const client = signedBy(house, dice);
    if (!client) return undefined;
    return callOf({ name: 'listWebhooks', method: 'GET', path: '', fields: {}, client }, ({ endpoints }, { body }) => {
      const found = (body as { list?: readonly { id: string }[] }).list ?? [];
      const isSame =
        found
          .map(({ id }) => id)
          .toSorted()
          .join() ===
        endpoints
          .map(({ id }) => id)
          .toSorted()
          .join();
      return isSame ? undefined : new Difference(`webhooks: found ${JSON.stringify(body)}`);
    });
  },
};

/** By the office: its word stands above the client's. */
const close: ClientCommand = {
  name: 'close-webhook',
  weight: 1,
  plan(house, dice) {
    const operator = operatorFor(house, dice, 'open:webhook');
    const owner = dice.pick(clientsPart.read(house).filter(({ endpoints }) => endpoints.length > 0));
    const endpoint = dice.pick(owner?.endpoints ?? []);
    if (!operator || !owner || !endpoint || house.isDisturbed) return undefined;
    const isDisabled = !endpoint.isDisabled;
    const fields = { webhook_id: endpoint.id, status: isDisabled ? 2 : 1 };
    return {
      call: consoleCall(operator, 'webhookDisable', ['POST', '/api/ajax/open/webhookDisable'], fields),
      part: clientsPart,
      overwrites: `/open/v1/webhooks/${endpoint.id}`,
      judge(clients, answer, { by }) {
        if (!by.permissions.has('open:webhook')) return differs(answer, noRight) ?? clients;
        const kept = clients.find(({ app_id }) => app_id === owner.app_id)?.endpoints.find(({ id }) => id === endpoint.id);
        if (!kept) return differs(answer, refused) ?? clients;
        if (kept.isDisabled === isDisabled) return differs(answer, beaten) ?? clients;
        [kept.isDisabled, kept.isClosed, kept.isSteady] = [isDisabled, isDisabled, false];
        return differs(answer, said('操作成功')) ?? clients;
      },
    };
  },
};

export const endpointCommands: readonly ClientCommand[] = [
  create,
  get,
  update,
  remove,
  rotate,
  deliveries,
  replay,
  test,
  keys,
  list,
  close,
];

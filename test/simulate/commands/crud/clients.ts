import type { ClientKey, House, OpenCall } from '../../model/house.ts';
import { sharedPart } from '../../model/parts.ts';
import { Difference, type Command } from '../../model/step.ts';
import type { Dice } from '../../model/dice.ts';
import { beaten, consoleCall, differs, lacks, noRight, operatorFor, refused, said } from '../expect.ts';
import type { Endpoint } from './endpoints.ts';

/** A client of the open API beside the simulator's own (spec/integration, 3). */
export interface Client {
  readonly app_id: string;
  readonly name: string;
  /** The present key, the one before it, which signs for 24 hours more, and those that sign no more. */
  keys: readonly string[];
  isDisabled: boolean;
  endpoints: Endpoint[];
}

export const clientsPart = sharedPart<Client[]>('clients', () => []);
export type ClientCommand = Command<Client[]>;
const most = 3;
const permission = 'open:client:edit';
export const unsigned = { status: 401, code: 'signature' } as const;

const add: ClientCommand = {
  name: 'add-client',
  weight: 1,
  plan(house, dice) {
    const operator = operatorFor(house, dice, permission);
    if (!operator || clientsPart.read(house).length >= most || house.isDisturbed) return undefined;
    const name = `平台${dice.word(4)}`;
    return {
      call: consoleCall(operator, 'addClient', ['POST', '/api/ajax/open/addClient'], { name }),
      part: clientsPart,
      judge(clients, answer, { by }) {
        if (!by.permissions.has(permission)) return differs(answer, noRight) ?? clients;
        const { app_id = '', security_key = '' } = (answer.body['data'] ?? {}) as Partial<ClientKey>;
        return differs(answer, said('新建成功')) ?? [...clients, { app_id, name, keys: [security_key], isDisabled: false, endpoints: [] }];
      },
    };
  },
};

/** Both keys work for a day; one that was replaced before does not. */
const rotate: ClientCommand = {
  name: 'rotate-client',
  weight: 1,
  plan(house, dice) {
    const operator = operatorFor(house, dice, permission);
    const chosen = dice.pick(clientsPart.read(house));
    if (!operator || !chosen || house.isDisturbed) return undefined;
    const { app_id } = chosen;
    return {
      call: consoleCall(operator, 'rotateClient', ['POST', '/api/ajax/open/rotateClient'], { app_id }),
      part: clientsPart,
      // Which of two keys is the present one, no answer tells.
      overwrites: `client/${app_id}`,
      judge(clients, answer, { by }) {
        const kept = clients.find((one) => one.app_id === app_id);
        if (!kept) return new Difference('the model has no such client');
        if (!by.permissions.has(permission)) return differs(answer, noRight) ?? clients;
        if (kept.isDisabled) return differs(answer, refused) ?? clients;
        kept.keys = [String((answer.body['data'] as Partial<ClientKey> | null)?.security_key ?? ''), ...kept.keys];
        return differs(answer, said('轮换成功')) ?? clients;
      },
    };
  },
};

const disable: ClientCommand = {
  name: 'disable-client',
  weight: 1,
  plan(house, dice) {
    const operator = operatorFor(house, dice, permission);
    const chosen = dice.pick(clientsPart.read(house));
    if (!operator || !chosen || house.isDisturbed) return undefined;
    const { app_id } = chosen;
    const isDisabled = dice.oneIn(8) ? chosen.isDisabled : !chosen.isDisabled;
    return {
      call: consoleCall(operator, 'clientDisable', ['POST', '/api/ajax/open/clientDisable'], { app_id, status: isDisabled ? 2 : 1 }),
      part: clientsPart,
      judge(clients, answer, { by }) {
        const kept = clients.find((one) => one.app_id === app_id);
        if (!kept) return new Difference('the model has no such client');
        if (!by.permissions.has(permission)) return differs(answer, noRight) ?? clients;
        if (kept.isDisabled === isDisabled) return differs(answer, beaten) ?? clients;
        kept.isDisabled = isDisabled;
        unsettle(kept);
        return differs(answer, said('操作成功')) ?? clients;
      },
    };
  },
};

/** The endpoints of a disabled client rest. */
function unsettle({ endpoints }: Client): void {
  for (const endpoint of endpoints) endpoint.isSteady = false;
}

/** A client, and one of the keys that it has or had, or none that it ever had. */
export function signedBy(house: House, dice: Dice, fits: (client: Client) => boolean = () => true): ClientKey | undefined {
  const chosen = dice.pick(clientsPart.read(house).filter(fits));
  if (!chosen) return undefined;
  const key = dice.oneIn(16) ? dice.word(32) : dice.oneIn(3) ? dice.pick(chosen.keys) : chosen.keys[0];
  return { app_id: chosen.app_id, security_key: key ?? '' };
}

/** The client whose call it was, as it stands; undefined where the key does not sign. */
export function signing(clients: readonly Client[], { client }: Pick<OpenCall, 'client'>): Client | undefined {
  const kept = clients.find(({ app_id }) => app_id === client?.app_id);
  const signs = kept !== undefined && !kept.isDisabled && kept.keys.slice(0, 2).includes(client?.security_key ?? '');
  return signs ? kept : undefined;
}

/** Who asks, told to themselves. */
const askMe: ClientCommand = {
  name: 'get-me',
  weight: 2,
  plan(house, dice) {
    const client = signedBy(house, dice);
    if (!client) return undefined;
    return {
      call: { door: 'open', name: 'getMe', method: 'GET', path: '/open/v1/me', fields: {}, client },
      part: clientsPart,
      judge(clients, answer) {
        const kept = signing(clients, { client });
        if (!kept) return differs(answer, unsigned) ?? clients;
        const { app_id, name } = kept;
        return lacks(answer.body, { app_id, kind: 'platform', user_id: null, name }) ?? clients;
      },
    };
  },
};

/** The same by `npm run admin -- client …`, beside the console. */
const byCommand: ClientCommand = {
  name: 'client-command',
  weight: 1,
  plan(house, dice) {
    const chosen = dice.pick(clientsPart.read(house));
    if (!chosen || house.isDisturbed) return undefined;
    const { app_id } = chosen;
    const isDisabled = dice.oneIn(4) ? chosen.isDisabled : !chosen.isDisabled;
    const verb = isDisabled ? 'disable' : 'enable';
    return {
      call: { door: 'command', name: `client ${verb}`, method: 'RUN', path: `client ${verb} ${app_id}`, fields: {} },
      part: clientsPart,
      judge(clients, answer) {
        const kept = clients.find((one) => one.app_id === app_id);
        if (!kept) return new Difference('the model has no such client');
        const isDone = kept.isDisabled !== isDisabled;
        if (answer.status !== (isDone ? 200 : 400)) return new Difference(`${verb}: found ${answer.status} ${JSON.stringify(answer.body)}`);
        kept.isDisabled = isDisabled;
        unsettle(kept);
        return clients;
      },
    };
  },
};

export const clientCommands: readonly ClientCommand[] = [add, rotate, disable, askMe, byCommand];

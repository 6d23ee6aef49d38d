import type { Dice } from '../../model/dice.ts';
import type { ConsoleCall, House } from '../../model/house.ts';
import { knownPages, menuLines } from '../../model/nodes.ts';
import { askingPart } from '../../model/parts.ts';
import { withSession, type Operator } from '../../model/staff.ts';
import { Difference, type Command } from '../../model/step.ts';
import { consoleCall, lacks } from '../expect.ts';

type Way = readonly ['GET' | 'POST', string];
type Judge = (data: unknown, by: Operator, asks: ConsoleCall) => Difference | undefined;

/**
 * What operators are told of themselves: it hangs on their role, account and sessions alone. Who calls is looked up first, and each part
 * of the answer is read later by itself, so that each may be of another moment.
 */
function own(name: string, way: Way, weight: number, ...judges: readonly Judge[]): Command<null> {
  return {
    name,
    weight,
    plan(house, dice) {
      const operator = anyOperator(house, dice);
      if (!operator) return undefined;
      const call = consoleCall(operator, name, way, {});
      return {
        call,
        part: askingPart(operator.username),
        judge(_state, answer, { until }) {
          const { code, data } = answer.body;
          if (code !== 200) return new Difference(`expected 200, found ${answer.status} ${JSON.stringify(answer.body)}`);
          const faults = judges.flatMap((judge) => {
            const found = until.map((then) => judge(data, then, call));
            return found.includes(undefined) ? [] : found;
          });
          return faults[0] ?? null;
        },
      };
    },
  };
}

function anyOperator(house: House, dice: Dice): Operator | undefined {
  const chosen = dice.pick([...house.operators.values()].filter(({ token }) => token !== ''));
  return chosen && withSession(chosen, dice);
}

interface MenuItem {
  readonly id: string;
  readonly url: string;
  readonly permission: string;
  readonly childMenu: readonly MenuItem[];
}

/** The pages that the role opens, under their groups, a group without one left out. */
function menuFault(data: unknown, { permissions, roleId }: Operator): Difference | undefined {
  const menu = data as readonly MenuItem[];
  const found = menu.flatMap((group) =>
    group.childMenu.filter(({ id }) => knownPages.has(Number(id))).map(({ id, url }) => `${group.id} ${group.url} ${id} ${url}`),
  );
  const expected = menuLines(permissions);
  const empty = menu.find(({ childMenu }) => childMenu.length === 0);
  if (empty) return new Difference(`the group ${empty.id} has no page`);
  const isOwn = menu.every(({ childMenu }) => childMenu.every((one) => roleId === '1' || permissions.has(one.permission)));
  const isSame = found.toSorted().join('\n') === expected.toSorted().join('\n');
  return isSame && isOwn ? undefined : new Difference(`menu: expected ${expected.join(', ')}, found ${found.join(', ')}`);
}

function infoFault(data: unknown, by: Operator): Difference | undefined {
  const { permissions } = data as { permissions: readonly string[] };
  const strange = by.roleId === '1' ? [] : permissions.filter((one) => !by.permissions.has(one));
  const missing = [...by.permissions].filter((one) => !permissions.includes(one));
  if (strange.length + missing.length > 0) return new Difference(`permissions: ${strange.join()} too many, ${missing.join()} missing`);
  return lacks(data, { uid: by.id, username: by.username, realname: by.realname, role_id: by.roleId });
}

interface OwnSessions {
  readonly list: readonly { readonly current: number }[];
  readonly count: number;
}

function sessionCountFault(data: unknown, { sessions }: Operator): Difference | undefined {
  const { count } = data as OwnSessions;
  const live = sessions.filter(({ state, token }) => state === 'live' && token !== '').length;
  // A sign-in whose answer was lost has a session that nobody knows.
  const isCounted = sessions.some(({ token }) => token === '') ? count >= live : count === live;
  return isCounted ? undefined : new Difference(`sessions: expected ${live}, found ${JSON.stringify(data)}`);
}

function thisSessionFault(data: unknown, { sessions }: Operator, { token: asks }: ConsoleCall): Difference | undefined {
  const { list } = data as OwnSessions;
  const isLive = sessions.some(({ state, token }) => state === 'live' && token === asks);
  const found = list.filter(({ current }) => current === 1).length;
  return found === (isLive ? 1 : 0) ? undefined : new Difference(`sessions: ${found} of them said to be this one: ${JSON.stringify(data)}`);
}

export const ownCommands: readonly Command<null>[] = [
  own('getMenu', ['POST', '/api/member/getMenu'], 3, menuFault),
  own('getAdminInfo', ['GET', '/api/User/getAdminInfo'], 2, infoFault),
  own('ownSessions', ['GET', '/api/User/sessionList'], 1, sessionCountFault, thisSessionFault),
  own('sessionLeft', ['GET', '/api/user/sessionLeft'], 1, () => undefined),
  own('totpState', ['GET', '/api/User/totpState'], 1, (data) => lacks(data, { enabled: 0, required: 0 })),
  own('passkeyList', ['GET', '/api/User/passkeyList'], 1, (data) => lacks(data, { list: [] })),
];

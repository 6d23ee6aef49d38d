import { demoAccounts, type Operator } from '../../server/access/session/demo-accounts.ts';
import { minuteMs, type DemoClock } from '../data/clock.ts';
import { mobileNumber } from '../data/numbers.ts';
import { officeIp } from '../data/operator-logins.ts';
import { itemAt } from '../data/random.ts';
import type { TrailRow } from '../data/row.ts';

/** Of an operator. No network has such numbers. */
export function operatorMobile(place: number): string {
  return mobileNumber(9000 + place);
}

/**
 * How the roles and accounts came to be what they are: all beside the administrator's first act, but for two changes that came later.
 * @param acts the administrator's acts, oldest first, on days when they had signed in.
 */
export function staffingTrail(acts: readonly { readonly at: Date }[], clock: DemoClock): TrailRow[] {
  const after = (place: number, minutes: number) => new Date((acts.at(place)?.at ?? clock.start).getTime() + minutes * minuteMs);
  const changed = (at: Date, row: Pick<TrailRow, 'action' | 'object' | 'before' | 'after'>): TrailRow => ({
    at,
    actor_kind: 'operator',
    actor_id: administrator.id,
    actor_name: administrator.realname,
    ip: officeIp,
    ...row,
  });
  const added = demoAccounts.roles.map(({ id, position, description, nodes }, place) => {
    const { description: first = description, nodes: held = [...nodes] } = itemOf(later, id)?.before ?? {};
    const role = { position, description: first, nodes: held };
    return changed(after(0, place + 1), { action: '新增角色', object: `role/${id}`, before: null, after: role });
  });
  const hired = demoAccounts.operators.slice(1).flatMap(({ id, username, realname, roleId, accepts }, place) => {
    const position = itemOf(demoAccounts.roles, roleId)?.position ?? '';
    const account = { username, realname, mobile: operatorMobile(place + 1), role_id: roleId, position };
    return [
      changed(after(0, 6 + 2 * place), { action: '新增账号', object: `account/${id}`, before: null, after: account }),
      ...(accepts
        ? [
            changed(after(0, 7 + 2 * place), {
              action: '接受出证',
              object: `account/${id}`,
              before: { accepts: false },
              after: { accepts },
            }),
          ]
        : []),
    ];
  });
  const edited = later.map(({ id, place, before, after: now }) =>
    changed(after(place, 4), { action: '编辑角色', object: `role/${id}`, before, after: now }),
  );
  return [...added, ...hired, ...edited];
}

type RoleState = Readonly<{ description?: string; nodes?: number[] }>;

const [reviewers, notaries] = demoAccounts.roles;
/** Changes of roles, each beside a later act of the administrator. */
const later: readonly { readonly id: string; readonly place: number; readonly before: RoleState; readonly after: RoleState }[] = [
  { id: reviewers.id, place: 9, before: { description: '审核实名资料' }, after: { description: reviewers.description } },
  { id: notaries.id, place: -8, before: { nodes: notaries.nodes.filter((node) => node !== 14) }, after: { nodes: [...notaries.nodes] } },
];

const administrator: Operator = itemAt(demoAccounts.operators, 0);

function itemOf<T extends { readonly id: string }>(items: readonly T[], id: string): T | undefined {
  return items.find((one) => one.id === id);
}

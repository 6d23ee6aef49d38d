import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { accessNodes } from '../../../src/domain/access/access.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { readSecret } from '../../../src/server/db/secrets.ts';
import type { Config } from '../../../src/server/runtime/config.ts';
import { createTokens } from '../../../src/server/session/token.ts';
import { insertSession } from '../../installation/factories/sessions.ts';
import type { IntakeKey } from '../../installation/intake.ts';
import type { House, Operator } from '../model/house.ts';
import { Sender } from './sender.ts';

/** Servers on one database that nobody else uses, and what reaches behind them. */
export interface Place {
  readonly db: Database;
  readonly pool: Pool;
  readonly config: Config;
  /** Of the servers that run. */
  addresses(): readonly string[];
}

export interface Office extends Place {
  readonly house: House;
  readonly sender: Sender;
  readonly key: IntakeKey;
}

/** Roles as the demo has them (wire, *Demo accounts*), two notaries among them, and a platform client. */
const roles: Record<string, readonly number[]> = {
  notary: [6, 7, 8, 9, 10, 29, 30, 37],
  finance: [15, 16, 17, 18, 31],
  cashier: [15, 18, 32],
};
const accounts = [
  { username: 'notary@example.com', realname: '公证员甲', role: 'notary' },
  { username: 'notary2@example.com', realname: '公证员乙', role: 'notary' },
  { username: 'finance@example.com', realname: '财务', role: 'finance' },
  { username: 'cashier@example.com', realname: '出纳', role: 'cashier' },
];

/** An empty house with its operators, on a database of the test template. */
export async function openOffice(place: Place): Promise<Office> {
  const { db } = place;
  for (const [position, nodes] of Object.entries(roles))
    await db
      .insertInto('role')
      .values({ position, description: '', nodes: [...nodes] })
      .execute();
  const { password_hash } = await db.selectFrom('account').select('password_hash').where('id', '=', '1').executeTakeFirstOrThrow();
  for (const { username, realname, role } of accounts) {
    const { id } = await db.selectFrom('role').select('id').where('position', '=', role).executeTakeFirstOrThrow();
    const accepts = role === 'notary' ? { accepts: true } : {};
    const mobile = '12000000000';
    await db
      .insertInto('account')
      .values({ username, realname, mobile, role_id: id, password_hash, ...accepts })
      .execute();
  }
  const key = { app_id: 'simulator', security_key: randomBytes(16).toString('hex') };
  await db
    .insertInto('credential')
    .values({ ...key, kind: 'platform', user_id: null, name: '模拟平台' })
    .execute();
  const sender = new Sender(key, () => place.addresses());
  return {
    ...place,
    addresses: () => place.addresses(),
    house: { users: new Map(), operators: await signIn(db), captcha: '', usedCaptcha: '', isDisturbed: false },
    sender,
    key,
  };
}

async function signIn(db: Database): Promise<Map<string, Operator>> {
  const tokens = createTokens(await readSecret(db, 'session-token'));
  const rows = await db
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .select(['account.id', 'username', 'realname', 'role_id', 'nodes'])
    .orderBy('account.id')
    .execute();
  const operators = new Map<string, Operator>();
  for (const { id, username, realname, role_id, nodes } of rows) {
    const held = role_id === '1' ? accessNodes : accessNodes.filter((node) => nodes.includes(node.id));
    operators.set(username, {
      username,
      realname,
      id,
      roleId: role_id,
      token: await insertSession(db, tokens, username),
      isSignedIn: true,
      hasLeft: false,
      isDisabled: false,
      isRoleDisabled: false,
      permissions: new Set(held.flatMap(({ permission }) => permission ?? [])),
      narrowed: role_id !== '1' && nodes.includes(37),
    });
  }
  return operators;
}

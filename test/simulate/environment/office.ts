import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Pool } from 'pg';
import type { Database } from '../../../src/server/platform/db/database.ts';
import { readSecret } from '../../../src/server/platform/db/secrets.ts';
import type { Config } from '../../../src/server/platform/runtime/config.ts';
import { createTokens } from '../../../src/server/access/session/token.ts';
import { insertSession } from '../../installation/factories/sessions.ts';
import type { IntakeKey } from '../../installation/intake.ts';
import { firstPassword } from '../commands/staff/targets.ts';
import { newHouse, type House } from '../model/house.ts';
import type { Account, Role, Staff } from '../model/staff.ts';
import { commandLine } from './command-line.ts';
import { startReceiver, type Receiver } from './receiver.ts';
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
  readonly receiver: Receiver;
  /** Ends what the simulator itself has open. */
  close(): void;
}

/**
 * Roles as the demo has them (spec/intake, 10), two notaries among them; and a clerk, one who reviews applications that are not
 * theirs, and a manager of roles and accounts who holds no more than the clerk beside that.
 */
const roles: Record<string, readonly number[]> = {
  notary: [6, 7, 8, 9, 10, 29, 30, 37],
  finance: [15, 16, 17, 18, 31],
  cashier: [15, 18, 32],
  clerk: [1, 2, 3, 4, 5, 27, 28],
  checker: [9, 10, 29],
  manager: [1, 2, 3, 4, 5, 22, 23, 24, 27, 28, 34, 35],
};
const accounts = [
  { username: 'notary@example.com', realname: '公证员甲', role: 'notary' },
  { username: 'notary2@example.com', realname: '公证员乙', role: 'notary' },
  { username: 'finance@example.com', realname: '财务', role: 'finance' },
  { username: 'cashier@example.com', realname: '出纳', role: 'cashier' },
  { username: 'clerk@example.com', realname: '审核员', role: 'clerk' },
  { username: 'clerk2@example.com', realname: '审核员乙', role: 'clerk' },
  { username: 'checker@example.com', realname: '核对员', role: 'checker' },
  { username: 'manager@example.com', realname: '主管', role: 'manager' },
];

/** A sign-in takes as long as the hash that it is compared with says; new passwords get the product's own. */
const cheap = { memoryCost: 64, timeCost: 1 };

/** An empty house with its operators, on a database of the test template. */
export async function openOffice(place: Place): Promise<Office> {
  const { db } = place;
  for (const [position, nodes] of Object.entries(roles))
    await db
      .insertInto('role')
      .values({ position, description: '模拟', nodes: [...nodes] })
      .execute();
  const mobile = '13800000000';
  const password_hash = await hash(firstPassword, cheap);
  await db.updateTable('account').set({ mobile, password_hash }).execute();
  for (const { username, realname, role } of accounts) {
    const { id } = await db.selectFrom('role').select('id').where('position', '=', role).executeTakeFirstOrThrow();
    const accepts = role === 'notary' ? { accepts: true } : {};
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
  const sender = new Sender(key, () => place.addresses(), commandLine(place));
  const house = newHouse(await signIn(db));
  const receiver = await startReceiver();
  house.receiver = receiver.origin;
  const close = (): void => {
    sender.close();
    receiver.close();
  };
  return { ...place, addresses: () => place.addresses(), house, sender, key, receiver, close };
}

async function signIn(db: Database): Promise<Staff> {
  const tokens = createTokens(await readSecret(db, 'session-token'));
  const rows = await db
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .select(['account.id', 'username', 'realname', 'accepts', 'position'])
    .orderBy('account.id')
    .execute();
  const known = await db.selectFrom('role').select(['id', 'position', 'nodes']).orderBy('id').execute();
  const signedIn: Account[] = [];
  for (const { id, username, realname, accepts, position } of rows) {
    const token = await insertSession(db, tokens, username);
    const sessions = [{ token, id: '', state: 'live' as const, born: 0 }];
    signedIn.push({ id, username, realname, role: position, password: firstPassword, isDisabled: false, accepts, sessions, changes: 0 });
  }
  const roleRows = known.map(({ id, position, nodes }): Role => ({ id, position, nodes, isDisabled: false, changes: 0 }));
  return { roles: roleRows, accounts: signedIn, captchas: [], logins: [] };
}

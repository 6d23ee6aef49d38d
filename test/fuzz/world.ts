import { sql } from 'kysely';
import type { Database } from '../../src/server/platform/db/database.ts';
import { eventIdOf } from '../../src/server/desk/events/event-id.ts';
import { newCredential } from '../../src/server/business/users/credentials.ts';
import type { IntakeKey } from '../installation/intake.ts';

/** The existing objects, each kind by its id on the wire. */
const poolQueries = {
  users: 'select id::text from users order by id desc limit 60',
  mobiles: 'select mobile from users order by id desc limit 20',
  applications: 'select id::text from notarization_order order by id desc limit 60',
  orderNumbers: `(select order_no from notarization_order order by id desc limit 30)
    union all (select order_no from recharge_order order by id desc limit 30)`,
  evidence: "select number from evidence where number is not null and file_status = 'stored' order by id desc limit 60",
  captures: 'select number from capture order by id desc limit 40',
  recordings: 'select number from recording order by id desc limit 40',
  submissions: 'select id::text from user_submission order by id desc limit 40',
  // Those of its own operators may have another name by now.
  roles: `select id::text from role where id = 1 or id not in (select role_id from account where username like 'fuzz-%')
    order by id limit 20`,
  accounts: `select id::text from account where username not like 'fuzz-%' order by id desc limit 20`,
  clients: `select app_id from credential where name not like 'fuzz %' order by id desc limit 20`,
  webhooks: 'select id::text from webhook order by id desc limit 20',
  credentials: 'select id::text from office_credential order by id desc limit 20',
  uploads: 'select number from evidence_upload order by id desc limit 20',
  events: 'select place::text from event order by place desc limit 20',
  hashes: 'select sha256 from stored_object limit 20',
  invoices: 'select id::text from invoice order by id desc limit 40',
  versions: 'select id::text from app_version order by id desc limit 20',
  sessions: `select s.id::text from session s join account a on a.id = s.account_id
    where a.username not like 'fuzz-%' order by s.id desc limit 10`,
  gifts: 'select id::text from points_gift order by id desc limit 40',
  views: 'select id::text from list_view order by id desc limit 20',
  notes: 'select id::text from note order by id desc limit 20',
  messages: 'select id::text from message order by id desc limit 20',
  drafts: 'select id::text from draft order by id desc limit 20',
} as const;
export type Pool = keyof typeof poolQueries;

/** Objects that belong together, so that calls get past the first checks. */
export interface Pairs {
  readonly evidenceOf: readonly { readonly userId: string; readonly number: string }[];
  readonly unpaid: readonly { readonly orderNo: string; readonly fen: number }[];
  readonly paid: readonly { readonly userId: string; readonly orderNo: string }[];
  readonly applications: readonly { readonly id: string; readonly userId: string }[];
  readonly approved: readonly string[];
  /** Uploads under way, with their offset. */
  readonly uploads: readonly { readonly number: string; readonly offset: number; readonly isRecording: boolean }[];
}

/** The callers, and the values that calls may name. */
export class World {
  readonly pools: Record<Pool, string[]>;
  pairs: Pairs = { evidenceOf: [], unpaid: [], paid: [], applications: [], approved: [], uploads: [] };
  /** Tokens of operators, by their names in this fuzz. */
  readonly tokens = new Map<string, string>();
  readonly keys = new Map<string, IntakeKey & { readonly userId: string | null }>();
  readonly #db: Database;
  readonly #newToken: (username: string) => Promise<string>;
  readonly #roles = new Map<string, { readonly id: string; readonly nodes: readonly number[] }>();
  readonly #names: string[] = [];
  readonly #prefix: string;
  #count = 0;

  private constructor(db: Database, newToken: (username: string) => Promise<string>, seed: number) {
    this.#db = db;
    this.#newToken = newToken;
    this.#prefix = `fuzz-${seed}-`;
    this.pools = Object.fromEntries(Object.keys(poolQueries).map((name) => [name, []])) as unknown as Record<Pool, string[]>;
  }

  /** @param newToken signs an operator in, whatever the password is. */
  static async open(db: Database, newToken: (username: string) => Promise<string>, seed: number): Promise<World> {
    const world = new World(db, newToken, seed);
    await world.#addOperators();
    await world.#addClients();
    await world.refresh();
    return world;
  }

  /** An id that no call has sent yet. */
  unusedName(): string {
    this.#count += 1;
    const name = `${this.#prefix}${this.#count}`;
    if (this.#names.length < 50) this.#names.push(name);
    else this.#names[this.#count % 50] = name;
    return name;
  }

  usedNames(): readonly string[] {
    return this.#names.slice(0, 2);
  }

  /** Signs the operator in again, because other calls may have ended the session or changed the account and its role. */
  async signIn(name: string): Promise<void> {
    const role = this.#roles.get(name);
    if (!role) throw new Error(`there is no operator ${name}`);
    const nodes = `{${role.nodes.join(',')}}`;
    await sql`update role set status = 'enabled', nodes = ${nodes}::int[], requires_totp = false
      where id = ${role.id} and id <> 1 and (status, nodes, requires_totp) is distinct from ('enabled', ${nodes}::int[], false)`.execute(
      this.#db,
    );
    await sql`update account set status = 'enabled', role_id = ${role.id}
      where username = ${name} and (status, role_id) is distinct from ('enabled', ${role.id}::bigint)`.execute(this.#db);
    await sql`delete from account_totp where account_id = (select id from account where username = ${name})`.execute(this.#db);
    this.tokens.set(name, await this.#newToken(name));
  }

  async refresh(): Promise<void> {
    for (const [name, query] of Object.entries(poolQueries)) {
      const { rows } = await sql.raw<Record<string, string>>(query).execute(this.#db);
      const found = rows.map((row) => Object.values(row)[0] ?? '');
      this.pools[name as Pool] = name === 'events' ? found.map(eventIdOf) : found;
    }
    const all = async <Row>(query: string): Promise<Row[]> => (await sql.raw<Row>(query).execute(this.#db)).rows;
    this.pairs = {
      evidenceOf: await all(
        `select user_id::text as "userId", number from evidence where file_status = 'stored' order by id desc limit 80`,
      ),
      unpaid: await all(`(select order_no as "orderNo", amount_fen::int as fen from notarization_order
          where pay_status in ('unpaid', 'failed') order by id desc limit 20)
        union all (select order_no, amount_fen::int from recharge_order
          where pay_status in ('unpaid', 'failed') and amount_fen < 1000000000 order by id desc limit 20)`),
      paid: await all(`select user_id::text as "userId", order_no as "orderNo" from recharge_order
        where pay_status = 'paid' and invoice_id is null order by id desc limit 30`),
      applications: await all(`select id::text, user_id::text as "userId" from notarization_order order by id desc limit 40`),
      approved: (await all<{ id: string }>(`select id::text from users where status = 'approved' order by id desc limit 60`)).map(
        ({ id }) => id,
      ),
      uploads: await all(`(select number, offset_bytes::int as offset, true as "isRecording" from recording
          where status in ('running', 'uploading') and offset_bytes < 1000000 order by id desc limit 20)
        union all (select number, offset_bytes::int, false from evidence_upload where offset_bytes < 1000000 order by id desc limit 20)`),
    };
  }

  async #addOperators(): Promise<void> {
    const notary = await this.#db.selectFrom('role').select('nodes').where('position', '=', '公证员').executeTakeFirst();
    const people = { 'fuzz-admin': null, 'fuzz-notary': notary?.nodes ?? [9, 10, 29, 37], 'fuzz-nothing': [] };
    const { password_hash } = await this.#db.selectFrom('account').select('password_hash').where('id', '=', '1').executeTakeFirstOrThrow();
    for (const [username, nodes] of Object.entries(people)) {
      const id = nodes === null ? '1' : await this.#role(`fuzz ${username} ${Date.now()}`, nodes);
      await this.#db
        .insertInto('account')
        .values({ username, realname: username, mobile: '12000000000', role_id: id, password_hash })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      this.#roles.set(username, { id, nodes: nodes ?? [] });
      await this.signIn(username);
    }
  }

  async #role(position: string, nodes: number[]): Promise<string> {
    const { id } = await this.#db
      .insertInto('role')
      .values({ position, description: position, nodes })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  async #addClients(): Promise<void> {
    const platform = newCredential();
    await this.#db
      .insertInto('credential')
      .values({ ...platform, kind: 'platform', user_id: null, name: 'fuzz platform' })
      .execute();
    this.keys.set('platform', { ...platform, userId: null });
    const enterprise = await this.#db
      .selectFrom('credential')
      .innerJoin('users', 'users.id', 'credential.user_id')
      .select(['app_id', 'security_key', 'user_id'])
      .where('credential.kind', '=', 'enterprise')
      .where('credential.status', '=', 'enabled')
      .where('users.status', '=', 'approved')
      .executeTakeFirst();
    if (enterprise) this.keys.set('enterprise', { ...enterprise, userId: enterprise.user_id });
  }
}

import type { ListedUser } from '../../contract/users-wire.ts';
import { sql } from 'kysely';
import type { UserStatus, UserType } from '../../domain/codes.ts';
import type { TimeRange } from '../../domain/time.ts';
import type { Database } from '../db/database.ts';

export interface UserFilters {
  readonly type: UserType;
  readonly status?: UserStatus | undefined;
  readonly keyword: string;
  readonly registered?: TimeRange | undefined;
  readonly checked?: TimeRange | undefined;
}

/** One page of the users under the filters, newest first, with the exact total. */
export async function listUsers(db: Database, filters: UserFilters, page: { page: number; limit: number }): Promise<{ rows: ListedUser[]; total: number }> {
  const query = filtered(db, filters);
  const rows = await query.select(columns).orderBy('registered_at', 'desc').orderBy('id', 'desc').limit(page.limit).offset((page.page - 1) * page.limit).execute();
  const { n } = await query.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  return { rows, total: n };
}

/** Every user under the filters, in the list's order. */
export async function* streamUsers(db: Database, filters: UserFilters): AsyncGenerator<ListedUser> {
  yield* filtered(db, filters).select(columns).orderBy('registered_at', 'desc').orderBy('id', 'desc').stream(500);
}

const columns = [
  'id', 'type', 'name', 'mobile', 'status', 'repair', 'registered_at as registeredAt', 'checked_at as checkedAt',
  'tax_number as taxNumber', 'id_card as idCard', 'last_login_at as lastLoginAt',
] as const;

function filtered(db: Database, { type, status, keyword, registered, checked }: UserFilters) {
  let query = db.selectFrom('users').where('type', '=', type);
  if (status) query = query.where('status', '=', status);
  if (registered) query = query.where('registered_at', '>=', registered.from).where('registered_at', '<', registered.until);
  if (checked) query = query.where('checked_at', '>=', checked.from).where('checked_at', '<', checked.until);
  const pattern = `%${keyword.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  if (keyword !== '') query = query.where((where) => where.or([where('name', 'ilike', pattern), where('mobile', 'like', pattern)]));
  return query;
}

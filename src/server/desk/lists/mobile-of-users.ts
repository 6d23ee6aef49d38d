import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** How the lists of the table `users`, which belong to several features, find a whole mobile number. */
export const mobileOfUsers = {
  column: 'mobile',
  scope: 'type',
  scopes: ['personal', 'enterprise'],
  text: 'name',
  index: 'users_mobiles_in_names',
  /** Of the numbers that were stored before all had one spelling. */
  spelled: 'users_telephones',
} as const;

/** Whether `mobile`, in another spelling of before all numbers had one, is the number `asked`. Its index is `users_telephones`. */
export function isSpelled(mobile: RawBuilder<unknown>, asked: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`${mobile} !~ '^1[0-9]{10}$' and telephone_number(${mobile}) = telephone_number(${asked})
    and coalesce((select i.indisvalid from pg_index i where i.indexrelid = to_regclass('users_telephones')), false)`;
}

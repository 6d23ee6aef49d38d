import { isLandline, isMobile, phoneNumber } from '../../domain/text/phone-number.ts';
import { readHidden } from './keyword.ts';
import { readFilters, type Filters, type GivenFilters } from './filters.ts';
import { mobileOfUsers } from './mobile-of-users.ts';
import type { Lists } from './pools.ts';
import { counterName, Statement } from './statement.ts';
import type { ListSpec } from './list.ts';

/** Resolves a list's filters, and the stored spellings of their keyword. */
export async function readStoredFilters(lists: Lists, spec: ListSpec, given: GivenFilters): Promise<Filters> {
  const keyword = given.keyword ?? '';
  if (keyword === '' || spec.keyword === undefined || spec.keyword.beginning !== undefined) return readFilters(spec, given);
  const [phones, hasHidden] = await Promise.all([phonesIn(lists, spec, keyword), hiddenIn(lists, spec, given)]);
  return readFilters(spec, given, { phones, hasHidden });
}

async function phonesIn(lists: Lists, { keyword: searched }: ListSpec, keyword: string): Promise<readonly string[]> {
  // Lists of users find mobiles by their own index of other spellings.
  const isOwn = searched?.mobile !== undefined && isMobile(keyword);
  return searched?.columns.includes('mobile') === true && !isOwn ? spelledPhones(lists, keyword) : [];
}

/** A telephone number in the other spellings in which users of before have it. Records copy the number of their user. */
export async function spelledPhones(lists: Lists, given: string): Promise<readonly string[]> {
  const number = phoneNumber(given) ?? '';
  if (!isMobile(number) && !isLandline(number) && !/^[48]00\d{7}$/.test(number)) return [];
  const statement = new Statement();
  const sought = statement.add(number);
  const text = `select u.mobile from users u where u.type = any(${statement.add(mobileOfUsers.scopes)}::text[])
    and u.mobile !~ '^1[0-9]{10}$' and phone_key(u.mobile) = phone_key(${sought}) and u.mobile <> ${statement.add(given)}
    and coalesce((select i.indisvalid from pg_index i where i.indexrelid = to_regclass('${mobileOfUsers.spelled}')), false) limit 20`;
  const read = () => lists.reads.hot.query<[string]>(statement.prepared(text));
  const { rows } = await lists.shared.read(JSON.stringify(['phones', given]), read);
  return [...new Set(rows.map(([phone]) => phone))];
}

/** By the counters, which know a new row some seconds after it was written. */
async function hiddenIn(lists: Lists, spec: ListSpec, { facets, keyword = '' }: GivenFilters): Promise<boolean> {
  const facet = spec.keyword?.facet;
  const scope = facet === undefined ? '' : String(Object.entries(facets).find(([column]) => column === facet)?.[1]);
  const hidden = spec.keyword?.columns.length === 0 || /^[\d-]*$/.test(keyword) ? null : readHidden(keyword, scope);
  if (!hidden) return false;
  const statement = new Statement();
  const [list, terms] = [statement.add(counterName(spec)), statement.add(hidden.terms)];
  const text = `select exists(select from list_term k where k.list = ${list} and k.term = any(${terms}::text[]) and k.n > 0)`;
  const read = () => lists.reads.hot.query<[boolean]>(statement.prepared(text));
  const { rows } = await lists.shared.read(JSON.stringify(['hidden', counterName(spec), scope, keyword]), read);
  return rows[0]?.[0] === true;
}

import { isMobile, phoneNumber } from '../../../domain/kit/text/phone-number.ts';
import { plainText, twinsOf } from '../../../domain/kit/text/twins.ts';
import { spellingsOf } from '../../../domain/kit/text/typed.ts';
import { rarestSets, readHidden, readTwins, type OneSpelling } from './keyword.ts';
import { readFilters, type Filters, type GivenFilters } from './filters.ts';
import { mobileOfUsers } from './mobile-of-users.ts';
import type { Lists } from './pools.ts';
import { counterName, Statement } from './statement.ts';
import type { ListSpec } from './list.ts';

/** Resolves a list's filters, and the stored spellings of their keyword. */
export async function readStoredFilters(lists: Lists, spec: ListSpec, given: GivenFilters): Promise<Filters> {
  const keyword = given.keyword ?? '';
  if (keyword === '' || spec.keyword === undefined || spec.keyword.beginning !== undefined) return readFilters(spec, given);
  const [phones, folded] = await Promise.all([phonesIn(lists, spec, keyword), foldedIn(lists, spec, given)]);
  return readFilters(spec, given, { phones, folded });
}

async function phonesIn(lists: Lists, { keyword: searched }: ListSpec, keyword: string): Promise<readonly string[]> {
  // Lists of users find mobiles by their own index of other spellings.
  const isOwn = searched?.mobile !== undefined && isMobile(keyword);
  return searched?.columns.includes('mobile') === true && !isOwn ? spelledPhones(lists, keyword) : [];
}

/** A telephone number in the other spellings in which users of before have it. Records copy the number of their user. */
export async function spelledPhones(lists: Lists, given: string): Promise<readonly string[]> {
  const number = phoneNumber(given);
  if (number === undefined) return [];
  const statement = new Statement();
  const sought = statement.add(number);
  const text = `select u.mobile from users u where u.type = any(${statement.add(mobileOfUsers.scopes)}::text[])
    and u.mobile !~ '^1[0-9]{10}$' and telephone_number(u.mobile) = telephone_number(${sought}) and u.mobile <> ${statement.add(given)}
    and coalesce((select i.indisvalid from pg_index i where i.indexrelid = to_regclass('${mobileOfUsers.spelled}')), false) limit 20`;
  const read = () => lists.reads.hot.query<[string]>(statement.prepared(text));
  const { rows } = await lists.shared.read(JSON.stringify(['phones', given]), read);
  return [...new Set(rows.map(([phone]) => phone))];
}

/**
 * The keyword in rows with twins of its characters, or with invisible characters. The counters tell whether there are any; they know a new
 * row some seconds after it was written, so that brackets, which new names have in either width, are looked for in any case.
 */
async function foldedIn(lists: Lists, spec: ListSpec, { facets, keyword = '' }: GivenFilters): Promise<OneSpelling[]> {
  if (isMobile(keyword) || spec.keyword?.columns.length === 0) return [];
  const facet = spec.keyword?.facet;
  const scope = facet === undefined ? '' : String(Object.entries(facets).find(([column]) => column === facet)?.[1]);
  const spellings = spellingsOf(keyword);
  const twins = [...new Set(spellings.flatMap((spelling) => [...plainText(spelling)]).flatMap(twinsOf))];
  const hidden = /^[\d-]*$/.test(keyword) ? null : readHidden(keyword, scope, new Set());
  const terms = [...(hidden?.sets[0] ?? []), ...twins.map((twin) => `${scope}:${twin}`)];
  const found = await countsOf(lists, spec, terms);
  const stored = new Set(twins.filter((twin) => '（）'.includes(twin) || found.has(`${scope}:${twin}`)));
  if (stored.size === 0) return hidden && [...(hidden.sets[0] ?? [])].some((term) => found.has(term)) ? [rarestSets(hidden, found)] : [];
  const twinned = new Map(spellings.map((spelling) => [plainText(spelling), readTwins(spelling, scope, stored)]));
  const within = hidden && readHidden(keyword, scope, stored);
  const folded = [...twinned.values(), within].filter((one) => one !== null);
  const counts = await countsOf(
    lists,
    spec,
    folded.flatMap(({ sets }) => sets.flatMap((set) => [...set])),
  );
  return folded
    .filter((one) => one !== within || [...(one.sets[0] ?? [])].some((term) => counts.has(term)))
    .map((one) => rarestSets(one, counts));
}

/** How many rows of a list have each term; without those that none has. */
async function countsOf(lists: Lists, spec: ListSpec, terms: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (terms.length === 0) return new Map();
  const statement = new Statement();
  const [list, sought] = [statement.add(counterName(spec)), statement.add(terms)];
  const text = `select k.term, k.n from list_term k where k.list = ${list} and k.term = any(${sought}::text[]) and k.n > 0`;
  const read = () => lists.reads.hot.query<[string, string]>(statement.prepared(text));
  const { rows } = await lists.shared.read(JSON.stringify(['terms', counterName(spec), terms]), read);
  return new Map(rows.map(([term, n]) => [term, Number(n)]));
}

import { sql } from 'kysely';
import { erasedWord } from '../../../domain/business/codes/erasures.ts';
import type { Tx } from '../../platform/db/database.ts';
import { canonicalRow, erasedDigest } from '../../desk/trail/chain.ts';
import { numbersPattern, textOfJson, wordsWithin, type PersonalWords } from './personal-words.ts';

// Removes personal words from the trail, and keeps its chain verifiable.
//
// Order of locks: the trail's rows, in the order of their ids.

/**
 * Removes a user's words from the trail: numbers anywhere, names where they are a whole value, and both within texts of rows about the
 * user. Actor, action and object stay. @returns how many rows were changed, and a hash over their remaining content.
 */
export async function eraseFromTrail(
  tx: Tx,
  { id, user_id: userId }: { readonly id: string; readonly user_id: string },
  words: PersonalWords,
): Promise<{ readonly rows: number; readonly digest: string }> {
  const [names, numbers, within] = [[...words.names], [...words.numbers], wordsWithin(words)];
  // Finds nothing where there are no such numbers.
  const spelled = numbersPattern(words) ?? '(?!)';
  const patterns = [...names, ...numbers].map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const { rows: changed } = await sql<{ id: string }>`
    with related as materialized (
      select unnest(array['user/' || ${userId}, 'balances/' || ${userId}]) as object
      union select named.kind || '/' || number from evidence, unnest(array['evidence', 'capture', 'recording']) named (kind)
        where user_id = ${userId}
      union select 'capture/' || number from capture where user_id = ${userId}
      union select 'recording/' || number from recording where user_id = ${userId}
      union select unnest(array['application/' || id, 'order/' || order_no]) from notarization_order where user_id = ${userId}
      union select 'order/' || order_no from recharge_order where user_id = ${userId}
      union select 'invoice/' || id from invoice where user_id = ${userId}
      union select 'feedback/' || id from feedback where user_id = ${userId}
      union select 'client/' || app_id from credential where user_id = ${userId}),
    apps as materialized (select app_id from credential where user_id = ${userId}),
    found as materialized (
      select t.id, t.actor_name, t.before, t.after, r.object is not null as is_related,
        t.actor_kind = 'client' and t.actor_id in (select app_id from apps) as is_own
      from trail t left join related r on r.object = t.object
       where t.before::text ilike any (${patterns}::text[]) or t.after::text ilike any (${patterns}::text[])
         or ${textOfJson(sql.ref('t.before'))} ~* ${spelled} or ${textOfJson(sql.ref('t.after'))} ~* ${spelled}
         or (t.actor_kind = 'client' and t.actor_id in (select app_id from apps))),
    rest as materialized (
      select f.id,
        case when f.is_own then ${erasedWord} else f.actor_name end as actor_name,
        without_numbers_json(
          without_words_json(f.before, case when f.is_related then ${within}::text[] else ${numbers}::text[] end, ${names}::text[]),
          ${spelled}) as before,
        without_numbers_json(
          without_words_json(f.after, case when f.is_related then ${within}::text[] else ${numbers}::text[] end, ${names}::text[]),
          ${spelled}) as after
      from found f)
    update trail t set actor_name = r.actor_name, before = r.before, after = r.after from rest r
     where t.id = r.id and (t.actor_name, t.before, t.after) is distinct from (r.actor_name, r.before, r.after)
    returning t.id`.execute(tx);
  if (changed.length === 0) return { rows: 0, digest: '' };
  const ids = changed.map((row) => row.id);
  await sql`
    insert into trail_erased (trail_id, erasure_id, rest_sha256)
    select t.id, ${id}, sha256(convert_to(${canonicalRow}, 'UTF8')) from trail t where t.id = any (${ids}::bigint[])
    order by t.id`.execute(tx);
  const { rows } = await sql<{ digest: string }>`select ${erasedDigest} as digest from trail_erased x where x.erasure_id = ${id}`.execute(
    tx,
  );
  return { rows: ids.length, digest: rows[0]?.digest ?? '' };
}

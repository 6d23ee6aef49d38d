import { sql, type RawBuilder } from 'kysely';
import { erasedWord } from '../../../domain/business/codes/erasures.ts';
import type { Tx } from '../../platform/db/database.ts';
import { numbersPattern, textOfJson, wordsWithin, type PersonalWords } from './personal-words.ts';
import { distinctColumns, jsonColumns, writtenColumns } from './written-columns.ts';

// Removes a user's personal data from the rows of every resource, in one transaction (decision 0064). What remains shows by ids who stored
// what when, so that ledgers still add up and manifests stay valid.
//
// Order of locks: the user, locked by the caller; then these tables in the order of the statements.

/** @returns how many pieces of evidence were affected. The caller has called `beginErasing`, so that append-only tables allow it. */
export async function eraseRows(
  tx: Tx,
  { id, user_id: userId }: { readonly id: string; readonly user_id: string },
  words: PersonalWords,
): Promise<number> {
  const within = wordsWithin(words);
  await takeObjects(tx, id, userId);
  for (const statement of [
    ...ofOrders(userId, within),
    ...ofEvidence(userId, within),
    ...ofPanels(userId, within),
    ...ofClients(userId),
    ...ofUser(userId, within),
    ...ofOthers(numbersPattern(words)),
  ])
    await statement.execute(tx);
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from evidence where user_id = ${userId}`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Declares the erasure of this transaction, which append-only tables then allow. */
export async function beginErasing(tx: Tx, id: string): Promise<void> {
  await sql`select set_config('notary.erasure', ${id}, true)`.execute(tx);
}

/** Removes the words from a text, the numbers among them however they are spelled. */
export async function withoutWords(tx: Tx, text: string, words: PersonalWords): Promise<string> {
  const { rows } = await sql<{
    rest: string;
  }>`select without_numbers(without_words(${text}, ${wordsWithin(words)}::text[]), ${numbersPattern(words)}) as rest`.execute(tx);
  return rows[0]?.rest ?? '';
}

/** Releases the user's files. A file that another user's row references is kept. */
async function takeObjects(tx: Tx, id: string, userId: string): Promise<void> {
  await sql`
    with own as materialized (
      select p.value ->> 'sha256' as sha256 from user_submission s cross join lateral jsonb_each(s.pictures) p where s.user_id = ${userId}
      union select transfer_img ->> 'sha256' from notarization_order where user_id = ${userId} and transfer_img is not null
      union select transfer_img ->> 'sha256' from recharge_order where user_id = ${userId} and transfer_img is not null
      union select f.sha256 from evidence_file f join evidence e on e.id = f.evidence_id where e.user_id = ${userId} and f.role <> 'details'
      union select c.sha256 from certificate c join evidence e on e.id = c.evidence_id where e.user_id = ${userId}),
    others as materialized (
      select p.value ->> 'sha256' as sha256 from user_submission s cross join lateral jsonb_each(s.pictures) p where s.user_id <> ${userId}
      union select transfer_img ->> 'sha256' from notarization_order where user_id <> ${userId} and transfer_img is not null
      union select transfer_img ->> 'sha256' from recharge_order where user_id <> ${userId} and transfer_img is not null
      union select f.sha256 from own o join evidence_file f on f.sha256 = o.sha256 and f.content is null
        join evidence e on e.id = f.evidence_id and e.user_id <> ${userId}
      union select f.sha256 from notarial_document_file f
      union select v.sha256 from app_version v where v.sha256 is not null
      union select c.picture_sha256 from office_credential c),
    gone as (
      insert into erased_object (erasure_id, sha256)
      select ${id}, o.sha256 from own o join stored_object s on s.sha256 = o.sha256
       where not exists (select from others x where x.sha256 = o.sha256) order by 2 returning sha256)
    delete from stored_object s using gone g where s.sha256 = g.sha256`.execute(tx);
}

type Statement = RawBuilder<unknown>;

/** Removes only the people from bookings and orders. An issued invoice keeps what accounting law requires: head, numbers, amounts. */
function ofOrders(userId: string, within: string[]): Statement[] {
  const nobody = `erased-${userId}`;
  const orderNos = sql`(select order_no from notarization_order where user_id = ${userId}
    union select order_no from recharge_order where user_id = ${userId})`;
  return [
    sql`update payment set payer = '' where payer <> '' and order_no in ${orderNos}`,
    sql`update refund set reason = without_words(reason, ${within}::text[]) where order_no in ${orderNos}`,
    sql`update notarization_check c set reason = without_words(c.reason, ${within}::text[])
      from notarization_order o where o.id = c.order_id and o.user_id = ${userId}`,
    sql`update notarization_order set name = ${erasedWord}, mobile = ${nobody}, remark = without_words(remark, ${within}::text[]),
        applicant = (select coalesce(jsonb_object_agg(key, ''::text), '{}') from jsonb_object_keys(applicant) key),
        recipient = (select coalesce(jsonb_object_agg(key, ''::text), '{}') from jsonb_object_keys(recipient) key),
        agent = null, purpose = without_words(purpose, ${within}::text[]), transfer_img = null
      where user_id = ${userId}`,
    sql`update notarial_delivery d set name = '', paper_number = '', address = ''
      from notarization_order o where o.id = d.order_id and o.user_id = ${userId}`,
    sql`update recharge_order set name = ${erasedWord}, mobile = ${nobody}, transfer_img = null where user_id = ${userId}`,
    sql`update charge_order set name = ${erasedWord}, mobile = ${nobody} where user_id = ${userId}`,
    sql`update invoice set username = ${erasedWord}, mobile = ${nobody}, recipient_name = '', post_phone_number = '',
        address = '', email = '',
        remark = without_words(remark, ${within}::text[]), first_remark = without_words(first_remark, ${within}::text[]),
        review_remark = without_words(review_remark, ${within}::text[])
      where user_id = ${userId}`,
    sql`update invoice set head = ${erasedWord}, tax_num = '', bank_name = '', account = '', street = '', phone_number = ''
      where user_id = ${userId} and status <> 'issued'`,
    sql`update points_transfer t set note = without_words(t.note, ${within}::text[])
      from points_account a where a.user_id = ${userId} and a.id in (t.from_account, t.to_account) and t.note <> ''`,
    sql`update points_gift_reversal r set note = without_words(r.note, ${within}::text[])
      from points_gift g where g.id = r.gift_id and g.user_id = ${userId}`,
    sql`update points_gift set mobile = ${nobody}, note = without_words(note, ${within}::text[]) where user_id = ${userId}`,
  ];
}

/** The manifest and all hashes stay. The details are removed with their salt, so that names cannot be tested against their hash. */
function ofEvidence(userId: string, within: string[]): Statement[] {
  const nobody = `erased-${userId}`;
  const own = sql`(select id from evidence where user_id = ${userId})`;
  const numbers = sql`(select number from evidence where user_id = ${userId})`;
  return [
    sql`update evidence_file set content = null where content is not null and evidence_id in ${own}`,
    sql`update capture_archive set replay = '{"consistency": null, "reasons": []}' where number in ${numbers}`,
    sql`update share_address set revoked_at = clock_timestamp() where revoked_at is null and number in ${numbers}`,
    sql`update evidence set title = ${erasedWord}, file_name = '', address = '', device = null, file_status = 'missing'
      where user_id = ${userId}`,
    sql`update capture set username = ${erasedWord}, mobile = ${nobody}, url = '', opened_url = null, name = ${erasedWord}, label = '',
        notes = null, reason = without_words(reason, ${within}::text[]) where user_id = ${userId}`,
    sql`update recording set username = ${erasedWord}, mobile = ${nobody}, name = ${erasedWord}, label = '', device = null,
        reason = without_words(reason, ${within}::text[]) where user_id = ${userId}`,
  ];
}

/** What operators wrote about the user, and searched for. */
function ofPanels(userId: string, within: string[]): Statement[] {
  return [
    sql`update note set body = without_words(body, ${within}::text[]) where object in (
      select 'user/' || ${userId}
      union all select 'application/' || id from notarization_order where user_id = ${userId}
      union all select 'invoice/' || id from invoice where user_id = ${userId}
      union all select named.kind || '/' || number from evidence, unnest(array['evidence', 'capture', 'recording']) named (kind)
        where user_id = ${userId})`,
    sql`delete from draft where subject in (
      select 'user/' || ${userId} union all select 'user/' || ${userId} || '/repair'
      union all select 'application/' || id from notarization_order where user_id = ${userId})
      or split_part(subject, '/', 1) = 'invoice' and split_part(subject, '/', 2) in (
        select id::text from invoice where user_id = ${userId})`,
    sql`update event_pending set data = without_words_json(data, ${within}::text[], ${within}::text[]) where user_id = ${userId}`,
    sql`update event set data = without_words_json(data, ${within}::text[], ${within}::text[]) where user_id = ${userId}
      and data is distinct from without_words_json(data, ${within}::text[], ${within}::text[])`,
    sql`update list_view set filters = without_words_json(filters, ${within}::text[], ${within}::text[])
      where filters is distinct from without_words_json(filters, ${within}::text[], ${within}::text[])`,
  ];
}

/** What people wrote about others, with this person's numbers in it: each table once. */
function ofOthers(pattern: string | null): Statement[] {
  if (pattern === null) return [];
  const statement = (table: string, columns: readonly string[], where = sql`true`): Statement => {
    const changes = columns.map((column) => sql`${sql.ref(column)} = ${withoutNumbers(table, column, pattern)}`);
    const found = columns.map((column) => sql`${textIn(table, column)} ~* ${pattern}`);
    return sql`update ${sql.table(table)} set ${sql.join(changes)} where (${sql.join(found, sql` or `)}) and ${where}`;
  };
  return [
    ...Object.entries(writtenColumns).map(([table, columns]) => statement(table, columns)),
    // What never became evidence is in no log.
    statement('capture', ['name', 'url'], sql`status in ('failed', 'cancelled')`),
    statement('recording', ['name'], sql`status in ('failed', 'cancelled')`),
  ];
}

function textIn(table: string, column: string): Statement {
  const value = sql.ref(column);
  return jsonColumns.includes(`${table}.${column}`) ? textOfJson(value) : value;
}

function withoutNumbers(table: string, column: string, pattern: string): Statement {
  const value = sql.ref(column);
  if (jsonColumns.includes(`${table}.${column}`)) return sql`without_numbers_json(${value}, ${pattern})`;
  if (distinctColumns.includes(`${table}.${column}`))
    return sql`case when ${value} ~* ${pattern} then ${erasedWord} || ' ' || id else ${value} end`;
  return sql`without_numbers(${value}, ${pattern})`;
}

/** An enterprise's own clients: their endpoints, recorded answers and calls. */
function ofClients(userId: string): Statement[] {
  const clients = sql`(select app_id from credential where user_id = ${userId})`;
  const endpoints = sql`(select id from webhook where app_id in ${clients})`;
  return [
    sql`delete from webhook_delivery where webhook_id in ${endpoints}`,
    sql`update webhook_attempt set answer = null, error = null where webhook_id in ${endpoints}`,
    sql`update webhook set url = 'https://erased.invalid/', description = '', status = 'disabled', reason = coalesce(reason, 'office')
      where app_id in ${clients}`,
    sql`update call_record set ip = '', message = '', signed_over = '' where app_id in ${clients}`,
  ];
}

/** The user's own rows come last, because the words are read from them. The user's id stays. */
function ofUser(userId: string, within: string[]): Statement[] {
  return [
    sql`delete from hint_shown where submission_id in (select id from user_submission where user_id = ${userId})`,
    sql`delete from picture_print where user_id = ${userId}`,
    sql`delete from submission_reading where submission_id in (select id from user_submission where user_id = ${userId})`,
    sql`update check_record set reason = without_words(reason, ${within}::text[]) where user_id = ${userId} and reason <> ''`,
    sql`update user_submission set name = '', id_card = '', contact_name = '', address = '', tax_number = '', legal_person = '',
      pictures = '{}' where user_id = ${userId}`,
    sql`update user_login set mobile = '', ip = '' where user_id = ${userId}`,
    sql`update feedback set content = ${erasedWord}, model = '', system = '' where user_id = ${userId}`,
    sql`update intake_request set fingerprint = sha256(gen_random_uuid()::text::bytea)
      where answer ->> 'user_id' = ${userId} or answer ->> 'baoquan' in (select number from evidence where user_id = ${userId})`,
    sql`update credential set name = ${erasedWord}, status = 'disabled', previous_key = null, previous_until = null,
        security_key = encode(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'hex') where user_id = ${userId}`,
    sql`update users set name = ${erasedWord}, mobile = ${`erased-${userId}`}, id_card = '', tax_number = '', status = 'rejected',
        repair = 'none', last_login_at = null where id = ${userId}`,
  ];
}

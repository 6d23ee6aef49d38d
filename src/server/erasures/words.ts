import { sql } from 'kysely';
import { erasedWord } from '../../domain/codes/erasures.ts';
import type { Database, Tx } from '../db/database.ts';

/** Words that identify a person, longest first. */
export interface PersonalWords {
  readonly names: readonly string[];
  /** Numbers and addresses, each of which can identify a person by itself. */
  readonly numbers: readonly string[];
}

/** All personal words in a user's rows, including earlier versions. */
export async function personalWords(db: Tx | Database, userId: string): Promise<PersonalWords> {
  const { rows } = await sql<{ kind: 'name' | 'number'; word: string }>`
    with orders as (select * from notarization_order where user_id = ${userId}),
    invoices as (select * from invoice where user_id = ${userId}),
    submissions as (select * from user_submission where user_id = ${userId}),
    said as (
      select 'name' as kind, unnest(array[name]) as word from users where id = ${userId}
      union select 'number', unnest(array[mobile, id_card, tax_number]) from users where id = ${userId}
      union select 'name', unnest(array[name, legal_person]) from submissions
      union select 'number', unnest(array[id_card, tax_number, address]) from submissions
      union select 'name', unnest(array[name, applicant ->> 'name', recipient ->> 'name']) from orders
      union select 'number', unnest(array[mobile, applicant ->> 'mobile', applicant ->> 'idcard', applicant ->> 'address',
        applicant ->> 'email', recipient ->> 'mobile', recipient ->> 'address']) from orders
      union select 'name', unnest(array[username, head, recipient_name]) from invoices
      union select 'number', unnest(array[mobile, tax_num, account, street, phone_number, post_phone_number, address, email]) from invoices
      union select 'name', unnest(array[username]) from capture where user_id = ${userId}
      union select 'name', unnest(array[username]) from recording where user_id = ${userId}
      union select 'name', unnest(array[name]) from recharge_order where user_id = ${userId}
      union select 'name', unnest(array[name]) from credential where user_id = ${userId}
      union select 'number', payer from payment
        where order_no in (select order_no from orders union select order_no from recharge_order where user_id = ${userId}))
    select kind, word from said
     where word is not null and word <> ${erasedWord} and char_length(word) >= case kind when 'name' then 2 else 6 end
     order by char_length(word) desc, word`.execute(db);
  return {
    names: rows.filter(({ kind }) => kind === 'name').map(({ word }) => word),
    numbers: rows.filter(({ kind }) => kind === 'number').map(({ word }) => word),
  };
}

/** Words to remove from texts about the user. Names that could be a word or a small number of the program are left out. */
export function wordsWithin({ names, numbers }: PersonalWords): string[] {
  const within = names.filter((name) => !/^[a-z-]+$/.test(name) && !/^\d{1,5}$/.test(name));
  return [...new Set([...within, ...numbers])].toSorted((one, other) => other.length - one.length);
}

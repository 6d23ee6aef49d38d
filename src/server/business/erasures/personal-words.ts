import { sql, type RawBuilder } from 'kysely';
import { erasedWord } from '../../../domain/business/codes/erasures.ts';
import { halfWidth } from '../../../domain/kit/text/half-width.ts';
import { shortPaper } from '../../../domain/kit/text/identity-number.ts';
import { isMobile, phoneNumber } from '../../../domain/kit/text/phone-number.ts';
import type { Database, Tx } from '../../platform/db/database.ts';

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
      union select 'name', unnest(array[name, legal_person, contact_name]) from submissions
      union select 'number', unnest(array[id_card, tax_number, address]) from submissions
      union select 'name', unnest(array[name, applicant ->> 'name', recipient ->> 'name', agent ->> 'name']) from orders
      union select 'number', unnest(array[mobile, applicant ->> 'mobile', applicant ->> 'idcard', applicant ->> 'address',
        applicant ->> 'email', recipient ->> 'mobile', recipient ->> 'address', agent ->> 'mobile', agent ->> 'idcard']) from orders
      union select 'name', d.name from notarial_delivery d join orders o on o.id = d.order_id
      union select 'number', unnest(array[d.paper_number, d.address]) from notarial_delivery d join orders o on o.id = d.order_id
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

/**
 * SQL: the text of a JSON document in which to look for `numbersPattern`, with a blank for each escape: the letter of `\n` would count as a
 * letter beside the number.
 */
export function textOfJson(json: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`regexp_replace(${json}::text, ${String.raw`\\(?:u[0-9a-f]{4}|.)`}, ' ', 'g')`;
}

/**
 * A regular expression (of PostgreSQL, without case) for the numbers and e-mail addresses among the numbers, as people spell them:
 * full-width, in Chinese digits, with other characters inside, a mobile with +86 or 0, an identity number with its date in words, an e-mail
 * address with a tag. Null if there are none. Postal addresses are none. A number within a longer one is another number.
 */
export function numbersPattern({ numbers }: PersonalWords): string | null {
  const spelled = new Set(numbers.flatMap(patternsOf));
  return spelled.size === 0 ? null : [...spelled].join('|');
}

function patternsOf(number: string): string[] {
  if (number.includes('@')) {
    const parts = number.split(/([@.])/).map((part) => (part === '@' ? `(?:${tag})?${at}` : part === '.' ? dot : spelledAs(part)));
    return [`(?<![0-9A-Za-z_%+-])${parts.join('')}(?![.]?[0-9A-Za-z-])`];
  }
  const phone = phoneNumber(number) ?? '';
  if (isMobile(phone)) {
    const country = `(?:(?:[+＋]|[0０]{2})${between})?[8８]${between}[6６]${between}`;
    return [`(?<!${digit})(?:${country})?(?:[0０]${between})?${inside(phone, betweenMany)}(?!${digit})`];
  }
  // The number of a paper of soldiers or of the police, 南字第01234567号 or 京A012345, is told by its word.
  const short = shortPaper.test(number) ? /^(\p{Script=Han}+)(\w+)$/u.exec(number) : null;
  const [, office = '', given = ''] = /^(\p{Script=Han}{1,4})字第?(\w{4,12})号?$/u.exec(number) ?? short ?? [];
  if (office !== '') {
    const word = `${[...office].join(between)}${between}(?:字${between}第?${between})?`;
    return [`${word}${inside(given, between)}(?!${neighbours})(?:${between}[号號])?`];
  }
  // A fixed line with an extension is known by its line too, and a number of before by its spelling of today.
  const line = /^(0\d{2,3}-\d{7,8})-\d+$/.exec(phone)?.[1];
  return [...new Set([number, phone, line ?? ''])].flatMap((spelling) => {
    const kernel = halfWidth(spelling).replaceAll(/[^0-9A-Za-z]/g, '');
    if (/\p{Script=Han}/u.test(spelling) || kernel.replaceAll(/\D/g, '').length < 6) return [];
    const neighbour = /^\d+X?$/i.test(kernel) ? digit : neighbours;
    const separator = kernel.replaceAll(/\D/g, '').length < 11 ? between : betweenMany;
    return [inside(kernel, separator), ...withDate(kernel)].map((one) => `(?<!${neighbour})${one}(?!${neighbour})`);
  });
}

/** An identity number whose date of birth is in words, as in 1990年3月7日. */
function withDate(kernel: string): string[] {
  const [, place = '', year = '', month = '', day = '', rest = ''] = /^(\d{6})(\d{4})(\d\d)(\d\d)(\d{3}[\dX])$/i.exec(kernel) ?? [];
  if (place === '') return [];
  const within = (digits: string): string => {
    const [first = '', second = ''] = digits;
    return `${spelledAs(first)}${first === '0' ? '?' : ''}${betweenMany}${spelledAs(second)}`;
  };
  const date = [inside(year, betweenMany), '年', within(month), '月', within(day), '[日号]'].join(betweenMany);
  return [[inside(place, betweenMany), date, inside(rest, betweenMany)].join(betweenMany)];
}

const digit = '[0-9０-９]';
const neighbours = '[0-9A-Za-z０-９]';
/**
 * What may stand between two digits: anything but digits, letters and ideographs, and what separates the texts of a JSON document; or a
 * blank as pages and addresses write it.
 */
const between = separators(6);
/** More of them within a number so long that no other list of numbers has its digits by chance. */
const betweenMany = separators(12);
function separators(most: number): string {
  return String.raw`(?:[^0-9A-Za-z０-９Ａ-Ｚａ-ｚ\u3400-\u9fff"\[\]{}]{0,${most}}|%20|&nbsp;)`;
}
/** The signs of an e-mail address, with blanks and invisible characters around them. */
const gap = String.raw`[\s\u00ad\u200b-\u200f\u2060\ufeff]{0,3}`;
const at = String.raw`(?:${gap}(?:[@＠#＃]|%40|[(（\[【]${gap}at${gap}[)）\]】])${gap}|\s{1,3}at\s{1,3})`;
const dot = String.raw`${gap}(?:[.．。]|[(（\[【]${gap}dot${gap}[)）\]】])${gap}`;
/** What the holder of a mailbox may add to its name: name+tag@. */
const tag = String.raw`${gap}[+＋]${gap}[0-9A-Za-z._+-]{0,64}`;

function inside(number: string, separator: string): string {
  return [...number].map(spelledAs).join(separator);
}

/** Each character with its twins: full-width ones, Chinese digits, those of other scripts and in circles, what looks like X or 0. */
function spelledAs(text: string): string {
  return [...text]
    .map((char) => {
      const full = String.fromCodePoint((char.codePointAt(0) ?? 0) + 0xfee0);
      if (/x/i.test(char)) return `[${char}${full}×✕ХхΧχⅩⅹ]`;
      if (!/\d/.test(char)) return `[${/[A-Za-z]/.test(char) ? '' : '\\'}${char}${full}]`;
      const others = digitZeros.map((zero) => String.fromCodePoint(zero + Number(char)));
      return `[${char}${full}${chineseDigits[Number(char)] ?? ''}${otherDigits[Number(char)] ?? ''}${others.join('')}]`;
    })
    .join('');
}

/** Zeros that the other digits follow: of mathematics in five families, subscript, Arabic, Persian. */
const digitZeros = [0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x2080, 0x660, 0x6f0];
const otherDigits = ['Oo○⓪⁰', '①¹', '②²', '③³', '④⁴', '⑤⁵', '⑥⁶', '⑦⁷', '⑧⁸', '⑨⁹'];
const chineseDigits = ['〇零', '一壹幺', '二贰', '三叁', '四肆', '五伍', '六陆', '七柒', '八捌', '九玖'];

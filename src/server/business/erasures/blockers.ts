import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';

/** Why a user's data cannot be erased now, as sentences for operators; empty if it can (decision 0064). */
export async function blockersOf(db: Database | Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<Record<keyof typeof words, number>>`
    with covering as (
      select distinct o.id, o.status from notarization_order o
       where o.user_id = ${userId} or o.id in (
         select n.order_id from notarization_evidence n join evidence e on e.id = n.evidence_id where e.user_id = ${userId}))
    select
      (select count(*) from user_submission where user_id = ${userId} and decision is null)::integer as submissions,
      (select count(*) from covering where status = 'pending')::integer as applications,
      (select count(*) from covering where status = 'passed')::integer as documents,
      (select count(*) from invoice where user_id = ${userId} and status in ('pending', 'submitted'))::integer as invoices,
      ((select count(*) from capture where user_id = ${userId} and status in ('waiting', 'queued', 'capturing', 'uploading'))
        + (select count(*) from recording where user_id = ${userId} and status in ('running', 'uploading')))::integer as captures,
      ((select count(*) from evidence where user_id = ${userId} and file_status = 'uploading')
        + (select count(*) from evidence_upload where user_id = ${userId} and sha256 is null)
        + (select count(*) from points_hold where user_id = ${userId} and upload_id is null
            and expires_at > clock_timestamp()))::integer as uploads`.execute(db);
  const [found] = rows;
  if (!found) return [];
  return keys.flatMap((key) => (found[key] > 0 ? [words[key](found[key])] : []));
}

const words = {
  submissions: () => '有待审核的实名资料',
  applications: (n: number) => `有 ${n} 件在办的出证申请`,
  documents: (n: number) => `有 ${n} 件出证申请已出具公证书，公证档案须依法保存`,
  invoices: (n: number) => `有 ${n} 件待处理的开票申请`,
  captures: (n: number) => `有 ${n} 件进行中的取证`,
  uploads: (n: number) => `有 ${n} 个进行中的上传`,
} as const;
const keys = Object.keys(words) as (keyof typeof words)[];

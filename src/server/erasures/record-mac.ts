import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { findSecret } from '../db/secrets.ts';
import type { ErasureFacts, ErasureRecord } from '../installation/erasure-records.ts';

/**
 * Says that a record of an erasure is this installation's own: whoever can write where records lie shall not have a user erased.
 * HMAC-SHA-256 under a key that HKDF (RFC 5869) draws from the log's key, which every database of the installation has from its first start
 * on, one that was taken back to before the erasure too.
 * @throws Error before the log's first start.
 */
export async function recordKey(db: Database): Promise<Buffer> {
  const logKey = await findSecret(db, 'log-key');
  if (logKey === null) throw new Error('the log has no key yet');
  return Buffer.from(hkdfSync('sha256', logKey, Buffer.alloc(0), 'notary erasure records', 32));
}

export function withMac(key: Uint8Array, facts: ErasureFacts): ErasureRecord {
  return { ...facts, mac: macOf(key, facts).toString('hex') };
}

export function isOwn(key: Uint8Array, record: ErasureRecord): boolean {
  return timingSafeEqual(macOf(key, record), Buffer.from(record.mac, 'hex'));
}

/** Over all other fields, in the order of their names. */
function macOf(key: Uint8Array, facts: ErasureFacts): Buffer {
  const fields = Object.entries(facts).filter(([name]) => name !== 'mac');
  fields.sort(([one], [other]) => (one < other ? -1 : 1));
  return createHmac('sha256', key).update(JSON.stringify(fields)).digest();
}

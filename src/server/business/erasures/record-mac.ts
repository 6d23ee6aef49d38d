import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Database } from '../../platform/db/database.ts';
import { findSecret } from '../../platform/db/secrets.ts';
import type { ErasureFacts, ErasureRecord } from '../../platform/installation/erasure-records.ts';

/**
 * The key that authenticates erasure records, so that write access to their storage is not enough to have a user erased. HMAC-SHA-256 with
 * a key derived by HKDF (RFC 5869) from the log's key. Every database of the installation has that key from its first start, also one that
 * was restored to a time before the erasure.
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

/** The MAC over all other fields, sorted by name. */
function macOf(key: Uint8Array, facts: ErasureFacts): Buffer {
  const fields = Object.entries(facts).filter(([name]) => name !== 'mac');
  fields.sort(([one], [other]) => (one < other ? -1 : 1));
  return createHmac('sha256', key).update(JSON.stringify(fields)).digest();
}

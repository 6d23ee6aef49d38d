import { randomBytes } from 'node:crypto';
import type { Database, Tx } from '../../platform/db/database.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { insertAddress, offerAddress, revokeAddress } from './store.ts';

/**
 * The absolute address at which anybody may see an evidence's picture or recording; null if it was revoked. Created on first use with 256
 * random bits and then permanent, because it is printed on certificates.
 * @param origin `https://notary.example`. @throws the database's own error if there is no such evidence.
 */
export async function urlOf(db: Database | Tx, number: string, origin: string): Promise<string | null> {
  const known = await addressesOf(db, number);
  if (known.length === 0) await offerAddress(db, newAddress(number));
  // A concurrent call may have created it first.
  const addresses = known.length > 0 ? known : await addressesOf(db, number);
  const open = addresses.find(({ revoked_at }) => revoked_at === null);
  return open ? `${origin}/s/${open.token}` : null;
}

/** Revokes the address of an evidence for ever, also where it is printed as a QR code. @returns false if there is none. */
export async function revokeShare(tx: Tx, number: string, actor: Actor): Promise<boolean> {
  if (!(await revokeAddress(tx, number))) return false;
  await recordTrail(tx, actor, {
    action: '撤销分享地址',
    object: `evidence/${number}`,
    before: { share: 'open' },
    after: { share: 'revoked' },
  });
  return true;
}

/** Creates a new address for an evidence whose address was revoked. @returns false if it has one, or never had one. */
export async function renewShare(tx: Tx, number: string, actor: Actor): Promise<boolean> {
  const addresses = await addressesOf(tx, number);
  if (addresses.length === 0 || addresses.some(({ revoked_at }) => revoked_at === null)) return false;
  await insertAddress(tx, newAddress(number));
  await recordTrail(tx, actor, {
    action: '重建分享地址',
    object: `evidence/${number}`,
    before: { share: 'revoked' },
    after: { share: 'open' },
  });
  return true;
}

function addressesOf(db: Database | Tx, number: string) {
  return db.selectFrom('share_address').select(['token', 'revoked_at']).where('number', '=', number).execute();
}

function newAddress(number: string) {
  return { token: randomBytes(32).toString('base64url'), number, revoked_at: null };
}

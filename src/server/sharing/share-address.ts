import { randomBytes } from 'node:crypto';
import type { Database, Tx } from '../db/database.ts';
import { recordTrail, type Actor } from '../trail/trail.ts';
import { insertAddress, offerAddress, revokeAddress } from './store.ts';

/**
 * The absolute address under which anybody may see an evidence's picture or recording; null when it was revoked. Made when it is first
 * asked for, with 256 random bits, and the same for ever: it stands on printed certificates.
 * @param origin `https://notary.example`. @throws the database's own error when there is no such evidence.
 */
export async function urlOf(db: Database | Tx, number: string, origin: string): Promise<string | null> {
  const known = await addressesOf(db, number);
  if (known.length === 0) await offerAddress(db, newAddress(number));
  // Who asked at the same moment may have been first.
  const addresses = known.length > 0 ? known : await addressesOf(db, number);
  const open = addresses.find(({ revoked_at }) => revoked_at === null);
  return open ? `${origin}/s/${open.token}` : null;
}

/** Ends the address of an evidence for ever; a QR code that leads to it shows nothing any more. @returns false when there is none. */
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

/** Gives an evidence whose address was revoked a new one. @returns false when it has one, or never had. */
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

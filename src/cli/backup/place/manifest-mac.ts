import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { text as readAll } from 'node:stream/consumers';
import { faultOf, type FileFault } from './check-files.ts';
import { macName, type Backup } from './manifest.ts';
import type { Place } from './place.ts';

/**
 * The MAC of a manifest: HMAC-SHA256 of its SHA-256, under a key that HKDF derives from the place's identity. The recipient is public, so
 * the encryption says nothing about who made a backup; the identity is known only to who has the passphrase.
 */
export function manifestMac(identity: string, sha256: string): string {
  const key = Buffer.from(hkdfSync('sha256', identity, '', 'notary-backup/2 manifest', 32));
  return createHmac('sha256', key).update(sha256).digest('hex');
}

/** Null if the MAC of a backup is right. */
export async function checkMac({ files }: Place, { folder, sha256 }: Backup, identity: string): Promise<FileFault | null> {
  const name = macName(folder);
  try {
    const given = Buffer.from((await readAll(await files.open(name))).trim(), 'latin1');
    const right = Buffer.from(manifestMac(identity, sha256), 'latin1');
    return given.length === right.length && timingSafeEqual(given, right) ? null : { name, fault: 'changed' };
  } catch (error) {
    return { name, fault: faultOf(error) };
  }
}

import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { isSandboxLog, sandboxLogName } from '../../../domain/proof/evidence/sandbox.ts';
import { noteKey, type NoteKey } from '../../../domain/proof/tlog/note-key.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { StartupError } from '../../platform/runtime/startup-error.ts';

/** Signs the checkpoints of this office's log. The private key is not exposed. */
export interface LogSigner {
  /** The key's name is the log's origin. */
  readonly key: NoteKey;
  sign(text: Uint8Array): Uint8Array;
}

/**
 * Opens the log's key and origin, which are created at the first start and shared by all servers on one database. Every checkpoint contains
 * the origin, so a later PUBLIC_URL does not change it. A LOG_ORIGIN that contradicts it stops the start, as does a key that is not the
 * log's (a database restored without its secrets).
 * @throws StartupError
 */
export async function openLogSigner(db: Database, config: Pick<Config, 'log' | 'publicUrl' | 'sandbox'>): Promise<LogSigner> {
  return db.transaction().execute(async (tx) => {
    const pkcs8 = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' });
    await tx
      .insertInto('secret')
      .values({ name: 'log-key', value: pkcs8 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { value } = await tx.selectFrom('secret').select('value').where('name', '=', 'log-key').executeTakeFirstOrThrow();
    const privateKey = createPrivateKey({ key: value, format: 'der', type: 'pkcs8' });
    // The last 32 bytes of an Ed25519 SubjectPublicKeyInfo are the key. Source: RFC 8410, 4.
    const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);

    const wanted = originOf(config);
    await tx
      .insertInto('log_identity')
      .values({ origin: wanted, public_key: publicKey })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const key = await readLogKey(tx);
    if (key === null) throw new Error('the log has no identity');
    if (config.log.origin !== undefined && config.log.origin !== key.name) {
      throw new StartupError(
        `LOG_ORIGIN is ${config.log.origin}, but this log has signed as ${key.name} since it began. ` +
          'Leave LOG_ORIGIN unset or give it that value.',
      );
    }
    if (isSandboxLog(key.name) !== (config.sandbox !== null))
      throw new StartupError(
        `This log has signed as ${key.name} since it began: SANDBOX=1 belongs to a log whose name ends in /${sandboxLogName}, ` +
          'and to no other.',
      );
    if (!publicKey.equals(key.publicKey))
      throw new StartupError('The secret log-key is not the key of this log. Restore it from the backup that the rest came from.');
    return { key, sign: (text) => sign(null, text, privateKey) };
  });
}

/** The log's origin and public key, for verifiers; null before the log's first start. */
export async function readLogKey(db: Database | Tx): Promise<NoteKey | null> {
  const row = await db.selectFrom('log_identity').select(['origin', 'public_key']).executeTakeFirst();
  return row ? noteKey(row.origin, Uint8Array.from(row.public_key)) : null;
}

/** The address of the log without the scheme; a sandbox's log has a name of its own. Source: C2SP tlog-checkpoint, Note text. */
function originOf({ log, publicUrl, sandbox }: Pick<Config, 'log' | 'publicUrl' | 'sandbox'>): string {
  if (log.origin !== undefined) return log.origin;
  const name = sandbox ? sandboxLogName : 'log';
  if (publicUrl === undefined) return `localhost/${name}`;
  const { host, pathname } = new URL(publicUrl);
  return `${host}${pathname.replace(/\/+$/, '')}/${name}`;
}

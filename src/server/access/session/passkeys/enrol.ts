import type { Database, Tx } from '../../../platform/db/database.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import { issueChallenge, takeChallenge, type Asked } from './challenge-store.ts';
import { readClientData } from './client-data.ts';
import type { RelyingParty } from './relying-party.ts';
import { insertPasskey, listPasskeys, lockOwner } from './store.ts';

/** The account that gets a passkey. */
export interface Owner extends Asked {
  readonly username: string;
  readonly realname: string;
}

/** The options for the browser to create a passkey. Bytes are base64url. */
export async function beginPasskey(db: Database, owner: Owner, site: RelyingParty) {
  const existing = await listPasskeys(db, owner.id);
  return {
    challenge: await issueChallenge(db, owner, 'enrol'),
    rp_id: site.id,
    user_id: Buffer.from(`account/${owner.id}`).toString('base64url'),
    user_name: owner.username,
    display_name: owner.realname,
    algorithms,
    /** Passkeys that exist already: an authenticator that holds one makes no second. */
    known: existing.map(({ credential_id, transports }) => ({ id: credential_id.toString('base64url'), transports })),
  };
}

/** The authenticator's response, in base64url. */
export interface MadePasskey {
  readonly id: string;
  readonly clientData: string;
  readonly attestation: string;
  readonly transports: readonly string[];
}

/** The account that gets the passkey, its name, and the trail rows to write with it. */
export interface Enrolment {
  readonly accountId: string;
  readonly name: string;
  readonly record: (tx: Tx) => Promise<void>;
}

/** Stores a passkey under its name. @throws Refusal if it was not requested here, or is already stored. */
export async function confirmPasskey(
  db: Database,
  { accountId, name, record }: Enrolment,
  made: MadePasskey,
  site: RelyingParty,
): Promise<void> {
  const said = readClientData(made.clientData);
  const asked = said && (await takeChallenge(db, said.challenge, 'enrol'));
  if (!said || asked?.id !== accountId) throw refuse('添加已超时，请重新添加');
  if (said.origin !== site.origin) throw refuse('该通行密钥属于其他网站，不能使用');
  const credential = await verified(made, said.challenge, site);
  await db.transaction().execute(async (tx) => {
    await lockOwner(tx, accountId);
    const existing = await listPasskeys(tx, accountId);
    if (existing.length >= maxPasskeys) throw refuse(`最多添加${maxPasskeys}个通行密钥`);
    if (existing.some((passkey) => passkey.name === name)) throw refuse('已有同名的通行密钥', { name: '已有同名的通行密钥' });
    const isNew = await insertPasskey(tx, {
      accountId,
      name,
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      transports: made.transports,
      rpId: site.id,
    });
    if (!isNew) throw refuse('该通行密钥已添加过');
    await record(tx);
  });
}

async function verified({ id, clientData, attestation }: MadePasskey, challenge: string, site: RelyingParty) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const response = { clientDataJSON: clientData, attestationObject: attestation };
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ registrationInfo: undefined })); // malformed bytes count as no passkey of this site
  if (!registrationInfo) throw refuse('通行密钥无法识别，请重新添加');
  return registrationInfo.credential;
}

/** EdDSA, ES256 and RS256 (COSE). */
const algorithms = [-8, -7, -257];
const maxPasskeys = 10;

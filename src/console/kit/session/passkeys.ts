/** Passkeys of the platform (WebAuthn), with base64url for the wire. Loaded only when a passkey is requested. */

interface Known {
  readonly id: string;
  readonly transports: readonly string[];
}

/** No passkey was used or made; the message is for the operator. */
export class PasskeyFault extends Error {
  override name = 'PasskeyFault';
}

/** The challenge that the server sends after a correct password. */
export interface PasskeyRequest {
  readonly challenge: string;
  readonly rp_id: string;
  readonly known: readonly Known[];
}

/** The server's parameters for a new passkey. */
export interface PasskeyOrder extends PasskeyRequest {
  readonly user_id: string;
  readonly user_name: string;
  readonly display_name: string;
  readonly algorithms: readonly number[];
}

/** Asks the operator for one of their passkeys. @throws PasskeyFault */
export async function signWithPasskey({ challenge, rp_id, known }: PasskeyRequest) {
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: bytesOf(challenge),
    rpId: rp_id,
    allowCredentials: known.map(descriptorOf),
    userVerification: 'discouraged',
  };
  const credential = await asked(() => navigator.credentials.get({ publicKey }), '没有使用通行密钥，请重新登录或改用其他方式');
  const { response } = credential;
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new PasskeyFault(unsupported);
  return {
    id: textOf(credential.rawId),
    clientData: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
  };
}

/** Lets the authenticator create a passkey. @throws PasskeyFault */
export async function makePasskey({ challenge, rp_id, known, algorithms, user_id, user_name, display_name }: PasskeyOrder) {
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: bytesOf(challenge),
    rp: { id: rp_id, name: '公证存证管理后台' },
    user: { id: bytesOf(user_id), name: user_name, displayName: display_name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'discouraged' },
    attestation: 'none',
  };
  const credential = await asked(() => navigator.credentials.create({ publicKey }), '没有添加通行密钥，请重试');
  const { response } = credential;
  if (!(response instanceof AuthenticatorAttestationResponse)) throw new PasskeyFault(unsupported);
  return {
    id: textOf(credential.rawId),
    clientData: textOf(response.clientDataJSON),
    attestation: textOf(response.attestationObject),
    transports: response.getTransports().join(','),
  };
}

const unsupported = '当前浏览器不支持通行密钥';

async function asked(ask: () => Promise<Credential | null>, refused: string): Promise<PublicKeyCredential> {
  if (!('PublicKeyCredential' in window)) throw new PasskeyFault(unsupported);
  const credential = await ask().catch((error: unknown) => {
    // The authenticator already has a passkey for this account (WebAuthn, 5.1.3).
    throw new PasskeyFault(error instanceof DOMException && error.name === 'InvalidStateError' ? '该设备上已有此账号的通行密钥' : refused);
  });
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyFault(refused);
  return credential;
}

function descriptorOf({ id, transports }: Known): PublicKeyCredentialDescriptor {
  // Browsers ignore unknown transports.
  return { type: 'public-key', id: bytesOf(id), transports: transports as AuthenticatorTransport[] };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}

function textOf(buffer: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

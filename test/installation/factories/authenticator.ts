import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What the browser returns for a new key and for a signature, in base64url, as the console sends it. */
export interface Made {
  readonly id: string;
  readonly clientData: string;
  readonly attestation: string;
  readonly transports: string;
}
export interface Signed {
  readonly id: string;
  readonly clientData: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

/** A security key with one ES256 credential for `host`, used by a browser on `origin` (WebAuthn, 6.1 and 6.5.4). */
export function authenticator(host = 'localhost', origin = `http://${host}`) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const clientDataOf = (type: string, challenge: string, from: string) => Buffer.from(JSON.stringify({ type, challenge, origin: from }));
  const dataOf = (flags: number, count: number, rest: readonly Buffer[] = []) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(count, 1);
    return Buffer.concat([createHash('sha256').update(host).digest(), head, ...rest]);
  };
  return {
    id: id.toString('base64url'),
    make(challenge: string, from = origin): Made {
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const credential = [Buffer.alloc(16), Buffer.from([0, id.length]), id, cose];
      const data = dataOf(isPresent | hasCredential, 0, credential);
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
        Buffer.from([data.length >> 8, data.length & 0xff]),
        data,
      ]);
      const clientData = clientDataOf('webauthn.create', challenge, from);
      return { id: this.id, clientData: encoded(clientData), attestation: encoded(attestation), transports: 'usb,nfc' };
    },
    sign(challenge: string, count: number, from = origin): Signed {
      const data = dataOf(isPresent, count);
      const clientData = clientDataOf('webauthn.get', challenge, from);
      const signature = sign('sha256', Buffer.concat([data, createHash('sha256').update(clientData).digest()]), privateKey);
      return { id: this.id, clientData: encoded(clientData), authenticatorData: encoded(data), signature: encoded(signature) };
    },
  };
}

const isPresent = 0x01;
const hasCredential = 0x40;

function encoded(bytes: Buffer): string {
  return bytes.toString('base64url');
}

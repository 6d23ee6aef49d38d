import { integerHex, sameBytes } from '../../kit/bytes/bytes.ts';
import { oid } from './cms.ts';
import { toPem } from './der.ts';
import { TimestampError } from './timestamp-error.ts';
import { readReply, readToken, type TimestampReply } from './timestamp-reply.ts';
import { verifyAuthority } from './timestamp-trust.ts';

/** SM3 for an authority of the second track. For SHA-2, the imprint's length determines the algorithm. */
export type ImprintHash = 'sha256' | 'sm3';

export interface Timestamp {
  /** The time that the authority states, to the millisecond. */
  readonly genTime: Date;
  /** Hexadecimal, lower case, without leading zero bytes. */
  readonly serial: string;
  /** Dotted object identifier. */
  readonly policy: string;
  /** The complete TimeStampResp as received, as `openssl ts -reply` and `openssl ts -verify` read it. */
  readonly der: Uint8Array<ArrayBuffer>;
  /** PEM, from the signer upwards. */
  readonly chainPem: string;
}

/** Checks a stored response against a hash, offline. @throws TimestampError. Source: RFC 3161, 2.4.2. */
export async function verifyTimestamp(
  der: Uint8Array,
  imprint: Uint8Array,
  rootsPem?: string,
  hash: ImprintHash = 'sha256',
): Promise<Timestamp> {
  const reply = readReply(der);
  checkImprint(reply, imprint, hash);
  return { der: Uint8Array.from(der), ...(await acceptReply(reply, rootsPem)) };
}

/** Like verifyTimestamp, for a token without its response, as inside a signature. @throws TimestampError. */
export async function verifyToken(token: Uint8Array<ArrayBuffer>, imprint: Uint8Array, rootsPem?: string): Promise<Omit<Timestamp, 'der'>> {
  const reply = readToken(token);
  checkImprint(reply, imprint);
  return await acceptReply(reply, rootsPem);
}

/** Verifies signature and authority of a response and returns its contents. @throws TimestampError. */
export async function acceptReply(reply: TimestampReply, rootsPem?: string): Promise<Omit<Timestamp, 'der'>> {
  const chain = await verifyAuthority(reply, rootsPem);
  const { genTime, serialNumber, policy } = reply.info;
  const serial = integerHex(Uint8Array.from(serialNumber.valueBlock.valueHexView));
  return {
    genTime,
    serial,
    policy,
    chainPem: toPem(
      'CERTIFICATE',
      chain.map((certificate) => certificate.der),
    ),
  };
}

/** Checks that the token covers this hash. @throws TimestampError. */
export function checkImprint({ info: { messageImprint } }: TimestampReply, imprint: Uint8Array, hash?: ImprintHash): void {
  const isOurs =
    messageImprint.hashAlgorithm.algorithmId === algorithmOf(imprint, hash) &&
    sameBytes(messageImprint.hashedMessage.valueBlock.valueHexView, imprint);
  if (!isOurs) throw new TimestampError('wrong-imprint', 'the token is over other bytes');
}

/** The hash algorithm with this output length. @throws RangeError if there is none. */
export function algorithmOf({ length }: Uint8Array, hash: ImprintHash = 'sha256'): string {
  const algorithm = { 32: hash === 'sm3' ? oid.sm3 : oid.sha256, 48: oid.sha384, 64: oid.sha512 }[length];
  if (algorithm === undefined) throw new RangeError(`no hash has ${length} bytes`);
  return algorithm;
}

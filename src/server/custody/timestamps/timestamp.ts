import * as asn1 from 'asn1js';
import { randomBytes } from 'node:crypto';
import { AlgorithmIdentifier, MessageImprint, TimeStampReq } from 'pkijs';
import { isSame, oid } from '../cms/cms.ts';
import { toPem } from '../cms/der.ts';
import { TimestampError } from './timestamp-error.ts';
import { readReply, readToken, type TimestampReply } from './timestamp-reply.ts';
import { postRequest, type TimestampEndpoint } from './timestamp-transport.ts';
import { verifyAuthority } from './timestamp-trust.ts';

export interface TimestampAuthority extends TimestampEndpoint {
  /** Certificates that the authority's chain must end in. Without them a token is checked, but whose it is stays open. */
  readonly rootsPem?: string;
  /** How far its clock and ours may be apart; 300 unless told. */
  readonly toleranceSeconds?: number;
}

export interface Timestamp {
  /** The moment the authority states; its fraction of a second is kept to the millisecond. */
  readonly genTime: Date;
  /** Hexadecimal, lower case, without leading zero bytes. */
  readonly serial: string;
  /** Dotted object identifier. */
  readonly policy: string;
  /** The whole TimeStampResp as it came: what `openssl ts -reply` and `openssl ts -verify` read. */
  readonly der: Uint8Array<ArrayBuffer>;
  /** From the signer up, PEM. */
  readonly chainPem: string;
}

/**
 * Asks for a token over a hash and believes nothing of the answer unchecked. @param imprint a SHA-256 (32 bytes), SHA-384 or SHA-512.
 * @throws TimestampError. Source: RFC 3161, 2.4.
 */
export async function requestTimestamp(authority: TimestampAuthority, imprint: Uint8Array): Promise<Timestamp> {
  const nonce = newNonce();
  const askedAtMs = Date.now();
  const der = await postRequest(authority, encodeRequest(imprint, nonce));
  const reply = readReply(der);
  checkImprint(reply, imprint);
  if (!reply.info.nonce || !isSame(reply.info.nonce.valueBlock.valueHexView, nonce)) {
    throw new TimestampError('wrong-nonce', 'the token answers another request');
  }
  checkTime(reply, { askedAtMs, answeredAtMs: Date.now(), toleranceMs: (authority.toleranceSeconds ?? 300) * 1000 });
  return { der, ...(await accept(reply, authority.rootsPem)) };
}

/** Checks a kept answer against a hash, as of `requestTimestamp`, without a network. @throws TimestampError. Source: RFC 3161, 2.4.2. */
export async function verifyTimestamp(der: Uint8Array, imprint: Uint8Array, rootsPem?: string): Promise<Timestamp> {
  const reply = readReply(der);
  checkImprint(reply, imprint);
  return { der: Uint8Array.from(der), ...(await accept(reply, rootsPem)) };
}

/** As verifyTimestamp, for a token that came without its answer, as inside a signature. @throws TimestampError. */
export async function verifyToken(token: Uint8Array<ArrayBuffer>, imprint: Uint8Array, rootsPem?: string): Promise<Omit<Timestamp, 'der'>> {
  const reply = readToken(token);
  checkImprint(reply, imprint);
  return await accept(reply, rootsPem);
}

async function accept(reply: TimestampReply, rootsPem?: string): Promise<Omit<Timestamp, 'der'>> {
  const chain = await verifyAuthority(reply, rootsPem);
  const { genTime, serialNumber, policy } = reply.info;
  const serial = Buffer.from(serialNumber.valueBlock.valueHexView)
    .toString('hex')
    .replace(/^(00)+(?=.)/, '');
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

function checkImprint({ info: { messageImprint } }: TimestampReply, imprint: Uint8Array): void {
  const isOurs =
    messageImprint.hashAlgorithm.algorithmId === algorithmOf(imprint) &&
    isSame(messageImprint.hashedMessage.valueBlock.valueHexView, imprint);
  if (!isOurs) throw new TimestampError('wrong-imprint', 'the token is over other bytes');
}

/** The nonce says that the token was made for us; only the clocks can say that its time is the time when. */
function checkTime(
  { info: { genTime } }: TimestampReply,
  { askedAtMs, answeredAtMs, toleranceMs }: { askedAtMs: number; answeredAtMs: number; toleranceMs: number },
): void {
  const isNow = genTime.getTime() >= askedAtMs - toleranceMs && genTime.getTime() <= answeredAtMs + toleranceMs;
  if (!isNow)
    throw new TimestampError('wrong-time', `the token says ${genTime.toISOString()}, our clock ${new Date(answeredAtMs).toISOString()}`);
}

/** Which hash has so many bytes. @throws RangeError for none. */
function algorithmOf({ length }: Uint8Array): string {
  const algorithm = { 32: oid.sha256, 48: oid.sha384, 64: oid.sha512 }[length];
  if (algorithm === undefined) throw new RangeError(`no hash has ${length} bytes`);
  return algorithm;
}

function encodeRequest(imprint: Uint8Array, nonce: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: algorithmOf(imprint), algorithmParams: new asn1.Null() }),
      hashedMessage: new asn1.OctetString({ valueHex: Uint8Array.from(imprint) }),
    }),
    nonce: new asn1.Integer({ valueHex: nonce }),
    certReq: true,
  });
  return new Uint8Array(request.toSchema().toBER());
}

/** 128 bits as a positive integer of exactly 16 bytes, so that its DER is these bytes. */
function newNonce(): Uint8Array<ArrayBuffer> {
  const nonce = Uint8Array.from(randomBytes(16));
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
  return nonce;
}

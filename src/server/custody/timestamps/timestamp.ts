import * as asn1 from 'asn1js';
import { randomBytes } from 'node:crypto';
import { AlgorithmIdentifier, MessageImprint, TimeStampReq } from 'pkijs';
import { isSame } from '../../../domain/cms/cms.ts';
import { TimestampError } from '../../../domain/cms/timestamp-error.ts';
import { readReply, type TimestampReply } from '../../../domain/cms/timestamp-reply.ts';
import { postRequest, type TimestampEndpoint } from './timestamp-transport.ts';
import { acceptReply, algorithmOf, checkImprint, type ImprintHash, type Timestamp } from '../../../domain/cms/verify-timestamp.ts';

export interface TimestampAuthority extends TimestampEndpoint {
  /** Certificates that the authority's chain must end in. Without them a token is checked, but whose it is stays open. */
  readonly rootsPem?: string;
  /** What it is asked to stamp: SHA-256 unless told. */
  readonly hash?: ImprintHash;
  /** How far its clock and ours may be apart; 300 unless told. */
  readonly toleranceSeconds?: number;
}

/**
 * Asks for a token over a hash and believes nothing of the answer unchecked. @param imprint a SHA-256 (32 bytes), SHA-384 or SHA-512.
 * @throws TimestampError. Source: RFC 3161, 2.4.
 */
export async function requestTimestamp(authority: TimestampAuthority, imprint: Uint8Array): Promise<Timestamp> {
  const nonce = newNonce();
  const askedAtMs = Date.now();
  const der = await postRequest(authority, encodeRequest(imprint, nonce, authority.hash));
  const reply = readReply(der);
  checkImprint(reply, imprint, authority.hash);
  if (!reply.info.nonce || !isSame(reply.info.nonce.valueBlock.valueHexView, nonce)) {
    throw new TimestampError('wrong-nonce', 'the token answers another request');
  }
  checkTime(reply, { askedAtMs, answeredAtMs: Date.now(), toleranceMs: (authority.toleranceSeconds ?? 300) * 1000 });
  return { der, ...(await acceptReply(reply, authority.rootsPem)) };
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

function encodeRequest(imprint: Uint8Array, nonce: Uint8Array<ArrayBuffer>, hash?: ImprintHash): Uint8Array<ArrayBuffer> {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: algorithmOf(imprint, hash), algorithmParams: new asn1.Null() }),
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

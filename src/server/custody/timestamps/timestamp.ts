import * as asn1 from 'asn1js';
import { randomBytes } from 'node:crypto';
import { AlgorithmIdentifier, MessageImprint, TimeStampReq } from 'pkijs';
import { TimestampError } from '../../../domain/proof/cms/timestamp-error.ts';
import { readReply, type TimestampReply } from '../../../domain/proof/cms/timestamp-reply.ts';
import { sameBytes } from '../../../domain/kit/bytes/bytes.ts';
import { postRequest, type TimestampEndpoint } from './timestamp-transport.ts';
import { acceptReply, algorithmOf, checkImprint, type ImprintHash, type Timestamp } from '../../../domain/proof/cms/verify-timestamp.ts';

export interface TimestampAuthority extends TimestampEndpoint {
  /** Certificates that the authority's chain must end in. Without them tokens are verified, but the identity of their signer is not. */
  readonly rootsPem?: string;
  /** Hash algorithm of the imprint; SHA-256 by default. */
  readonly hash?: ImprintHash;
  /** Allowed difference between the authority's clock and ours; 300 by default. */
  readonly toleranceSeconds?: number;
}

/**
 * Requests a token over a hash and verifies the whole response. @param imprint a SHA-256 (32 bytes), SHA-384 or SHA-512; an SM3 if the
 * authority's `hash` says so.
 * @throws TimestampError. Source: RFC 3161, 2.4.
 */
export async function requestTimestamp(authority: TimestampAuthority, imprint: Uint8Array): Promise<Timestamp> {
  const nonce = newNonce();
  const askedAtMs = Date.now();
  const der = await postRequest(authority, encodeRequest(imprint, nonce, authority.hash));
  const reply = readReply(der);
  checkImprint(reply, imprint, authority.hash);
  if (!reply.info.nonce || !sameBytes(reply.info.nonce.valueBlock.valueHexView, nonce)) {
    throw new TimestampError('wrong-nonce', 'the token answers another request');
  }
  checkTime(reply, { askedAtMs, answeredAtMs: Date.now(), toleranceMs: (authority.toleranceSeconds ?? 300) * 1000 });
  return { der, ...(await acceptReply(reply, authority.rootsPem)) };
}

/** The nonce shows that the token was made for this request; only the clocks show that its time is the current one. */
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

/** 128 random bits as a positive integer of exactly 16 bytes, so that its DER has these bytes as content. */
function newNonce(): Uint8Array<ArrayBuffer> {
  const nonce = Uint8Array.from(randomBytes(16));
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
  return nonce;
}

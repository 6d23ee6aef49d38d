import * as asn1 from 'asn1js';
import { PKIStatus, TimeStampResp, TSTInfo } from 'pkijs';
import { oid, readSignedMessage, type SignedMessage } from './cms.ts';
import { childrenOf, rawBytes, readDer } from './der.ts';
import { orFail, TimestampError } from './timestamp-error.ts';

export interface TimestampReply {
  /** The token: DER of a CMS SignedData in its ContentInfo. */
  readonly token: Uint8Array<ArrayBuffer>;
  readonly message: SignedMessage;
  readonly info: TSTInfo;
  /** The bytes of TSTInfo, which the authority signed. */
  readonly infoDer: Uint8Array<ArrayBuffer>;
}

/** Parses a TimeStampResp without verifying it. @throws TimestampError `malformed`, `rejected`. Source: RFC 3161, 2.4.2. */
export function readReply(der: Uint8Array): TimestampReply {
  const value = orFail('malformed', () => readDer(der));
  const { status } = orFail('malformed', () => new TimeStampResp({ schema: value }));
  if (status.status !== PKIStatus.granted && status.status !== PKIStatus.grantedWithMods) {
    const words = (status.statusStrings ?? []).map((text) => text.getValue()).join('; ');
    throw new TimestampError('rejected', `the authority refused with status ${status.status}${words && `: ${words}`}`);
  }
  const token = orFail('malformed', () => {
    const second = childrenOf(value)[1];
    if (!second) throw new Error('granted, but without a token');
    return rawBytes(second);
  });
  return readToken(token);
}

/** Parses a token without its response, for example from inside a signature. @throws TimestampError `malformed`. */
export function readToken(token: Uint8Array<ArrayBuffer>): TimestampReply {
  return orFail('malformed', () => {
    const message = readSignedMessage(token);
    const { eContentType, eContent } = message.signedData.encapContentInfo;
    if (eContentType !== oid.timestampInfo || !(eContent instanceof asn1.OctetString)) throw new Error('the token holds no TSTInfo');
    const infoDer = new Uint8Array(eContent.getValue());
    return { token, message, infoDer, info: new TSTInfo({ schema: readDer(infoDer) }) };
  });
}

/** Extracts the token from a stored response, in the form in which CMS and PAdES carry a signature timestamp. */
export function tokenOf(der: Uint8Array): Uint8Array<ArrayBuffer> {
  return readReply(der).token;
}

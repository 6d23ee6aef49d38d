import { derTag, writeDer } from '../../src/domain/kit/bytes/der.ts';
import { writeAlgorithm, type DigestAlgorithm } from '../../src/domain/proof/records/digest-algorithms.ts';

export interface UnsignedToken {
  readonly imprint: Uint8Array;
  readonly algorithm?: DigestAlgorithm;
  readonly at: Date;
  /** End of the certificate; null for a token without one. */
  readonly until: Date | null;
}

/** The form of an RFC 3161 token with an invalid signature, for code that checks everything else. */
export function unsignedToken({ imprint, algorithm = 'sha256', at, until }: UnsignedToken): Uint8Array {
  const info = sequence(
    integer(1),
    objectId(0x2a, 0x03),
    sequence(writeAlgorithm(algorithm), writeDer(derTag.octets, imprint)),
    integer(7),
    time(at),
  );
  const content = sequence(timestampInfo, writeDer(derTag.context(0), writeDer(derTag.octets, info)));
  const algorithms = [writeAlgorithm('sha256'), writeAlgorithm('sha256')];
  const signer = sequence(integer(1), sequence(name, integer(9)), ...algorithms, writeDer(derTag.octets));
  const certificates = until ? [writeDer(derTag.context(0), certificate(until))] : [];
  const signed = sequence(integer(3), writeDer(derTag.set), content, ...certificates, writeDer(derTag.set, signer));
  return sequence(signedData, writeDer(derTag.context(0), signed));
}

function certificate(until: Date): Uint8Array {
  const fields = [writeDer(derTag.context(0), integer(2)), integer(9), writeAlgorithm('sha256'), name];
  return sequence(sequence(...fields, sequence(time(new Date(0)), time(until)), name, sequence()));
}

const sequence = (...parts: Uint8Array[]) => writeDer(derTag.sequence, ...parts);
const integer = (value: number) => writeDer(derTag.integer, Uint8Array.of(value));
const objectId = (...bytes: number[]) => writeDer(derTag.objectId, Uint8Array.from(bytes));
const time = (at: Date) =>
  writeDer(derTag.generalizedTime, new TextEncoder().encode(`${at.toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')}Z`));
const signedData = objectId(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02);
const timestampInfo = objectId(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x10, 0x01, 0x04);
const name = sequence(writeDer(derTag.set, sequence(objectId(0x55, 0x04, 0x03), writeDer(0x0c, new TextEncoder().encode('某时间戳机构')))));

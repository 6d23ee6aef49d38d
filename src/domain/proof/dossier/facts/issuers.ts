import { issuerOf, type Issuer } from '../../cms/issuer.ts';
import { packageNames as names, type PackageName } from '../../evidence/package-names.ts';

/** Who issued the certificates that signed; null where there is none or it cannot be read. */
export interface IssuerFacts {
  readonly office: Issuer | null;
  readonly sm2: Issuer | null;
  readonly timestamp: Issuer | null;
  readonly evidenceTimestamp: Issuer | null;
  readonly archiveTimestamp: Issuer | null;
}

export function issuerFacts(file: (name: string) => Uint8Array | undefined): IssuerFacts {
  const text = (name: PackageName): string => new TextDecoder().decode(file(name));
  const office = text(names.officeCertificate);
  return {
    office: issuerOf(office),
    sm2: issuerOf(text(names.sm2Certificate)),
    timestamp: issuerOf(text(names.timestampChain), office),
    evidenceTimestamp: issuerOf(text(names.evidenceTimestampChain), office),
    archiveTimestamp: issuerOf(text(names.archiveTimestampChain), office),
  };
}

/**
 * Names of the files of an evidence package that its manifest does not list. A package has no folders. No name here can be a manifest's:
 * those are `original-…`, `details.json` and others that the office gives. A package that would hold a name twice is not made.
 */
export const packageNames = {
  /** First of all, and in packages of a sandbox alone. */
  sandbox: '00-测试环境.txt',
  manifest: 'manifest.json',
  checkpoint: 'checkpoint.txt',
  proof: 'proof.tlog-proof',
  logKey: 'log-key.txt',
  /** C2SP tlog-policy: whose cosignatures the office asks for. */
  policy: 'policy.txt',
  timestamp: 'timestamp.tsr',
  timestampChain: 'timestamp-chain.pem',
  /** That the evidence is under the checkpoint of the token, where the proof is under a later one that witnesses signed. */
  timestampProof: 'timestamp.tlog-proof',
  evidenceTimestamp: 'manifest.tsr',
  evidenceTimestampChain: 'manifest-chain.pem',
  archiveTimestamp: 'capture.wacz.tsr',
  archiveTimestampChain: 'capture.wacz-chain.pem',
  archiveKey: 'archive-key.pem',
  archiveKeyProof: 'archive-key.tlog-proof',
  /** RFC 4998. */
  evidenceRecord: 'manifest.ers',
  mark: 'mark.json',
  markTimestamp: 'mark.tsr',
  markTimestampChain: 'mark-chain.pem',
  anchor: 'anchor.json',
  anchorProof: 'anchor.tlog-proof',
  consistency: 'consistency.txt',
  officeRecord: 'office-record.json',
  dossier: 'dossier.json',
  dossierPdf: '审查说明.pdf',
  certificate: 'certificate.pdf',
  officeCertificate: 'office.pem',
  officeProof: 'office.tlog-proof',
  credentials: 'credentials.json',
  credentialsProof: 'credentials.tlog-proof',
  instructions: '如何验证.md',
  /** The second track, in SM2 and SM3; and with it `<file>.sm2` and `<file>.sm2.p7s` of both lists and of every PDF. */
  sm2Certificate: 'office-sm2.pem',
  sm2Proof: 'office-sm2.tlog-proof',
  sm2Timestamp: 'timestamp-sm2.tsr',
  sm2TimestampChain: 'timestamp-sm2-chain.pem',
  sums: 'SHA256SUMS',
  sumsSignature: 'SHA256SUMS.p7s',
  sm3Sums: 'SM3SUMS',
} as const;
export type PackageName = (typeof packageNames)[keyof typeof packageNames];

/**
 * In every package. The pair of a timestamp is there where there is a token, the anchor's pair where there is a transaction, that of
 * the archive's key where there is a web archive, that of credentials where the office has any. Packages made before the log named the
 * office's certificate lack `officeProof`.
 */
export const requiredNames: readonly PackageName[] = [
  packageNames.manifest,
  packageNames.checkpoint,
  packageNames.proof,
  packageNames.logKey,
  packageNames.certificate,
  packageNames.officeCertificate,
  packageNames.instructions,
  packageNames.sums,
  packageNames.sumsSignature,
];
/** Either both of a pair, or none. */
export const pairedNames: readonly (readonly [PackageName, PackageName])[] = [
  [packageNames.timestamp, packageNames.timestampChain],
  [packageNames.evidenceTimestamp, packageNames.evidenceTimestampChain],
  [packageNames.archiveTimestamp, packageNames.archiveTimestampChain],
  [packageNames.archiveKey, packageNames.archiveKeyProof],
  [packageNames.markTimestamp, packageNames.markTimestampChain],
  [packageNames.anchor, packageNames.anchorProof],
  [packageNames.credentials, packageNames.credentialsProof],
  [packageNames.sm2Certificate, packageNames.sm2Proof],
  [packageNames.sm2Timestamp, packageNames.sm2TimestampChain],
];

/** The SM2 signatures over a file: DER, and CMS. */
export function sm2Names(name: string): readonly [der: string, cms: string] {
  return [`${name}.sm2`, `${name}.sm2.p7s`];
}

/** The file that an SM2 signature of this name is over; null for another name. */
export function sm2Signed(name: string): string | null {
  return /^(.+)\.sm2(?:\.p7s)?$/.exec(name)?.[1] ?? null;
}

export function isPdf(name: string): boolean {
  return /\.pdf$/i.test(name);
}

/** The lists and what signs them: neither list names one of these. */
export const unlistedNames: ReadonlySet<string> = new Set([
  packageNames.sums,
  packageNames.sm3Sums,
  packageNames.sumsSignature,
  ...sm2Names(packageNames.sums),
  ...sm2Names(packageNames.sm3Sums),
]);

/** The picture of a credential of the office, which `credentials.json` lists under its id. */
export function credentialPictureName(id: string): `credential-${string}.jpg` {
  return `credential-${id}.jpg`;
}

export function isCredentialPicture(name: string): boolean {
  return /^credential-[1-9]\d{0,17}\.jpg$/.test(name);
}

/** Whether a file is the office's own, and not one that a manifest lists. */
export function isOfficeFile(name: string): boolean {
  return officeNames.has(name) || isCredentialPicture(name) || isSm2Signature(name);
}

/** Of a list, of an office's PDF or of one that was submitted. A manifest names no such file: its names are the office's own. */
export function isSm2Signature(name: string): boolean {
  const signed = sm2Signed(name);
  return signed !== null && (isPdf(signed) || signed === packageNames.sums || signed === packageNames.sm3Sums);
}
const officeNames: ReadonlySet<string> = new Set(Object.values(packageNames));

/** Each file of the package has its line, in the form of sha256sum, sorted by name. */
export function formatSums(sums: readonly { readonly name: string; readonly sha256: string }[]): string {
  return sums
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, sha256 }) => `${sha256}  ${name}\n`)
    .join('');
}

/** The hashes by name, or null for a text that `formatSums` would not write. */
export function parseSums(text: string): ReadonlyMap<string, string> | null {
  const sums = [...text.matchAll(/^([0-9a-f]{64}) {2}([^\n]+)$/gm)].map(([, sha256 = '', name = '']) => ({ name, sha256 }));
  const byName = new Map(sums.map(({ name, sha256 }) => [name, sha256]));
  return byName.size === sums.length && formatSums(sums) === text ? byName : null;
}

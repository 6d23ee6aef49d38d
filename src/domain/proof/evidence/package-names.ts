/**
 * Names of the files in an evidence package that the manifest does not list. A package has no folders. The names differ from those in
 * manifests, which the office chooses too: `original-…`, `details.json` and others. A package with duplicate names is never created.
 */
export const packageNames = {
  /** Only in packages of a sandbox, as the first file. */
  sandbox: '00-测试环境.txt',
  manifest: 'manifest.json',
  checkpoint: 'checkpoint.txt',
  proof: 'proof.tlog-proof',
  logKey: 'log-key.txt',
  /** C2SP tlog-policy: the witnesses whose cosignatures the office requires. */
  policy: 'policy.txt',
  timestamp: 'timestamp.tsr',
  timestampChain: 'timestamp-chain.pem',
  /** Inclusion in the token's checkpoint. Present if the main proof refers to a later checkpoint that witnesses signed. */
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
  /** The second track, in SM2 and SM3. It adds `<file>.sm2` and `<file>.sm2.p7s` for both checksum lists and every PDF. */
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
 * Required in every package. Pairs are optional: a timestamp's pair needs a token, the anchor's a transaction, the archive key's a web
 * archive, the credentials' a credential of the office. Older packages, made before the log named the office's certificate, lack
 * `officeProof`.
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
/** Both files of a pair are present, or neither. */
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

/** The SM2 signatures over a file: plain DER and CMS. */
export function sm2Names(name: string): readonly [der: string, cms: string] {
  return [`${name}.sm2`, `${name}.sm2.p7s`];
}

/** The file that an SM2 signature with this name covers; null for any other name. */
export function sm2Signed(name: string): string | null {
  return /^(.+)\.sm2(?:\.p7s)?$/.exec(name)?.[1] ?? null;
}

export function isPdf(name: string): boolean {
  return /\.pdf$/i.test(name);
}

/** The checksum lists and their signatures; neither list contains these files. */
export const unlistedNames: ReadonlySet<string> = new Set([
  packageNames.sums,
  packageNames.sm3Sums,
  packageNames.sumsSignature,
  ...sm2Names(packageNames.sums),
  ...sm2Names(packageNames.sm3Sums),
]);

/** The picture of an office credential that `credentials.json` lists with this id. */
export function credentialPictureName(id: string): `credential-${string}.jpg` {
  return `credential-${id}.jpg`;
}

export function isCredentialPicture(name: string): boolean {
  return /^credential-[1-9]\d{0,17}\.jpg$/.test(name);
}

/** Whether the office adds the file to the package, rather than the manifest listing it. */
export function isOfficeFile(name: string): boolean {
  return officeNames.has(name) || isCredentialPicture(name) || isSm2Signature(name);
}

/** Whether the name is an SM2 signature of a checksum list or of a PDF. The office names the manifest's files, and never like this. */
export function isSm2Signature(name: string): boolean {
  const signed = sm2Signed(name);
  return signed !== null && (isPdf(signed) || signed === packageNames.sums || signed === packageNames.sm3Sums);
}
const officeNames: ReadonlySet<string> = new Set(Object.values(packageNames));

/** One line per file in the format of sha256sum, sorted by name. */
export function formatSums(sums: readonly { readonly name: string; readonly sha256: string }[]): string {
  return [...sums]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, sha256 }) => `${sha256}  ${name}\n`)
    .join('');
}

/** The hashes by name; null for a text that `formatSums` would not produce. */
export function parseSums(text: string): ReadonlyMap<string, string> | null {
  // A text that was converted to CRLF would name files that end in CR.
  const sums = [...text.matchAll(/^([0-9a-f]{64}) {2}([^\r\n]+)$/gm)].map(([, sha256 = '', name = '']) => ({ name, sha256 }));
  const byName = new Map(sums.map(({ name, sha256 }) => [name, sha256]));
  return byName.size === sums.length && formatSums(sums) === text ? byName : null;
}

import type { AnyEvidenceKind } from '../../../business/codes/evidence.ts';
import type { ManifestTimes } from '../../evidence/manifest.ts';
import type { CredentialFacts } from './credentials.ts';
import type { BracketFacts } from '../../marks/bracket.ts';
import type { FileMetadata } from '../../../kit/media/file-metadata.ts';
import type { ArchiveFacts } from './archive.ts';
import type { RecordFacts } from '../../records/record-facts.ts';
import type { DeclaredFacts } from './declared.ts';
import type { EnvironmentFacts } from './environment.ts';
import type { LogFacts, SignatureFacts, TokenFacts, TransactionFacts } from './log.ts';
import type { OfficeRecord } from './office-record.ts';
import type { IssuerFacts } from './issuers.ts';
import type { OutsiderFacts } from './outsiders.ts';
import type { WitnessFacts } from './witnesses.ts';
import type { SecondTrackFacts } from './second-track.ts';

/**
 * Everything that the lines of a dossier (审查说明) are derived from, as plain values. The server gathers the facts from what it puts into
 * the
 * package, a verifier from the package alone. Both get the same facts from the same package. Null means that the source is missing, or that
 * its file was changed.
 *
 * A new subject (such as marks, web archives, evidence records, credentials or witnesses) adds one member of its own type here, and its
 * lines to the registry.
 */
export interface DossierFacts {
  readonly number: string;
  /** Null if the manifest cannot be read. */
  readonly kind: AnyEvidenceKind | null;
  readonly asOf: AsOf;
  readonly files: FileFacts;
  /** From the manifest, which the log contains. */
  readonly times: ManifestTimes | null;
  readonly declared: DeclaredFacts | null;
  /** What only the office knows. */
  readonly record: OfficeRecord | null;
  /** Web captures only. */
  readonly environment: EnvironmentFacts | null;
  /** What the first original's content states about itself. */
  readonly metadata: FileMetadata | null;
  readonly log: LogFacts;
  /** The cosigners of the checkpoint. */
  readonly witnesses: WitnessFacts;
  readonly timestamp: TokenFacts;
  readonly evidenceTimestamp: TokenFacts;
  readonly transaction: TransactionFacts;
  readonly certificate: SignatureFacts;
  /** The evidence record, with files identified by their SHA-256. */
  readonly evidenceRecord: RecordFacts;
  /** The earliest and latest time at which the evidence can have been made. */
  readonly bracket: BracketFacts;
  /** Web captures only; null if the manifest lists no archive. */
  readonly archive: ArchiveFacts | null;
  /** The package's signatures in SM2 and SM3. */
  readonly secondTrack: SecondTrackFacts;
  /** Which of the services that vouch for times are the office's own. */
  readonly outsiders: OutsiderFacts;
  /** Who issued the certificates that signed. */
  readonly issuers: IssuerFacts;
  /** The office's credentials. */
  readonly credentials: CredentialFacts;
}

/** The moment and the checkpoint to which a dossier refers. */
export interface AsOf {
  /** RFC 3339 in UTC with milliseconds. */
  readonly moment: string;
  /** The checkpoint of the package's proof; null if it cannot be read. */
  readonly checkpoint: { readonly origin: string; readonly size: number; readonly root: string } | null;
}

export interface FileFacts {
  /** All files in the package, in its order. */
  readonly names: readonly string[];
  /** Files that differ from the manifest or from the signed list of checksums. Facts from these files are ignored. */
  readonly broken: readonly string[];
  /** Whether the list of checksums is validly signed; if not, `broken` names the files that nothing else vouches for. */
  readonly isListSigned: boolean;
  /** The manifest's list of files; empty if the manifest cannot be read. */
  readonly listed: readonly ListedFile[];
}

export interface ListedFile {
  readonly name: string;
  readonly role: 'original' | 'environment-check' | 'capture-log' | 'details';
  readonly sizeBytes: number;
  readonly mediaType: string;
  /** 64 lower-case hex digits. */
  readonly sha256: string;
  readonly state: 'same' | 'other' | 'missing';
}

import type { AnyEvidenceKind } from '../../codes/evidence.ts';
import type { ManifestTimes } from '../../evidence/manifest.ts';
import type { CredentialFacts } from './credentials.ts';
import type { BracketFacts } from '../../marks/bracket.ts';
import type { OwnSigns } from '../../media/own-signs.ts';
import type { ArchiveFacts } from './archive.ts';
import type { RecordFacts } from '../../records/record-facts.ts';
import type { DeclaredFacts } from './declared.ts';
import type { EnvironmentFacts } from './environment.ts';
import type { LogFacts, SignatureFacts, TokenFacts, TransactionFacts } from './log.ts';
import type { OfficeRecord } from './office-record.ts';
import type { WitnessFacts } from './witnesses.ts';
import type { SecondTrackFacts } from './second-track.ts';

/**
 * All that the lines of a 审查说明 are derived from, as plain values. The server gathers it from what it puts into the package, the
 * verifier from the package alone; the same package gives the same facts to both. Null is what nobody handed over, and what a file
 * says that was changed.
 *
 * A subject of its own (marks, web archives, evidence records, credentials, witnesses) adds one member of its own type here, and its lines
 * to the registry.
 */
export interface DossierFacts {
  readonly number: string;
  /** Null where the manifest cannot be read. */
  readonly kind: AnyEvidenceKind | null;
  readonly asOf: AsOf;
  readonly files: FileFacts;
  /** Of the manifest, which the log holds. */
  readonly times: ManifestTimes | null;
  readonly declared: DeclaredFacts | null;
  /** What only the office knows. */
  readonly record: OfficeRecord | null;
  /** Of web captures. */
  readonly environment: EnvironmentFacts | null;
  /** What the first original says of itself. */
  readonly signs: OwnSigns | null;
  readonly log: LogFacts;
  /** Who cosigned the checkpoint. */
  readonly witnesses: WitnessFacts;
  readonly timestamp: TokenFacts;
  readonly evidenceTimestamp: TokenFacts;
  readonly transaction: TransactionFacts;
  readonly certificate: SignatureFacts;
  /** The evidence record, files by their SHA-256. */
  readonly evidenceRecord: RecordFacts;
  /** The times between which it was made. */
  readonly bracket: BracketFacts;
  /** Of web captures; null where the manifest lists none. */
  readonly archive: ArchiveFacts | null;
  /** Its signatures in SM2 and SM3. */
  readonly secondTrack: SecondTrackFacts;
  /** What entitles the office. */
  readonly credentials: CredentialFacts;
}

/** The moment and the checkpoint that a dossier speaks of. */
export interface AsOf {
  /** RFC 3339 in UTC with milliseconds. */
  readonly moment: string;
  /** The checkpoint of the package's proof; null where none can be read. */
  readonly checkpoint: { readonly origin: string; readonly size: number; readonly root: string } | null;
}

export interface FileFacts {
  /** Of all files in the package, in its order. */
  readonly names: readonly string[];
  /** Those that are not what the manifest, or else the signed list of sums, says. What rests on them says nothing. */
  readonly broken: readonly string[];
  /** What the manifest lists; empty where it cannot be read. */
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

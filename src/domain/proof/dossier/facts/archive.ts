import { encodeArchiveKeyEntry } from '../../evidence/office-entry.ts';
import { packageNames as names } from '../../evidence/package-names.ts';
import { verifyEvidence } from '../../evidence/verify.ts';
import type { TrustedLog } from '../../tlog/checkpoint.ts';
import type { CaptureNote } from '../../web-archive/capture-notes.ts';
import type { ReplayFacts } from '../../web-archive/replay-facts.ts';
import { checkedOf, proofChecks } from './checked.ts';
import type { Checked, TokenFacts } from './log.ts';

/** The signed web archive of a capture, and the result of its replay. */
export interface ArchiveFacts {
  /** Whether the archive is the one that the manifest lists. If not, all other facts are absent. */
  readonly isSame: boolean;
  /** Taken from the capture log; null if the log has no such entry, or is not the log that the manifest lists. */
  readonly replay: ReplayFacts | null;
  /** Taken from the capture log in the same way. */
  readonly notes: readonly CaptureNote[] | null;
  /** The signature over the archive's list of files. */
  readonly signature: Checked;
  /** Whether the log names the key that signed. */
  readonly key: Checked;
  /** The token over the signed list. */
  readonly timestamp: TokenFacts;
}

/** What the caller has read and checked in an archive. */
export interface GivenArchive {
  readonly replay: ReplayFacts | null;
  readonly notes: readonly CaptureNote[] | null;
  readonly signature: { readonly state: 'held'; readonly keySha256: string } | Exclude<Checked, { readonly state: 'held' }>;
  readonly timestamp: TokenFacts;
}

interface Whole {
  /** Whether the archive and the capture log are present and match the manifest. */
  readonly isSame: boolean;
  readonly isLogSame: boolean;
}

/** @param given null if the manifest lists an archive that could not be read. */
export function archiveFacts(
  given: GivenArchive | null,
  { isSame, isLogSame }: Whole,
  file: (name: string) => Uint8Array | undefined,
  log: TrustedLog,
): ArchiveFacts {
  const absent = { state: 'absent' } as const;
  if (!given || !isSame) return { isSame, replay: null, notes: null, signature: absent, key: absent, timestamp: absent };
  const { replay, notes, signature, timestamp } = given;
  return {
    isSame,
    replay: isLogSame ? replay : null,
    notes: isLogSame ? notes : null,
    signature: signature.state === 'held' ? { state: 'held' } : signature,
    key: signature.state === 'held' ? keyOf(signature.keySha256, file(names.archiveKeyProof), log) : absent,
    timestamp,
  };
}

function keyOf(keySha256: string, proof: Uint8Array | undefined, log: TrustedLog): Checked {
  if (!proof) return { state: 'absent' };
  const manifest = encodeArchiveKeyEntry(keySha256);
  const claim = { manifest, files: [], filesAreComplete: false, checkpoint: null, log, statedNumber: null, statedLeaf: null };
  return checkedOf(verifyEvidence({ ...claim, proof }), proofChecks);
}

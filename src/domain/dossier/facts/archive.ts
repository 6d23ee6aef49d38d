import { encodeArchiveKeyEntry } from '../../evidence/office-entry.ts';
import { packageNames as names } from '../../evidence/package-names.ts';
import { verifyEvidence } from '../../evidence/verify.ts';
import type { TrustedLog } from '../../tlog/checkpoint.ts';
import type { ReplayFacts } from '../../web-archive/replay-facts.ts';
import { checkedOf, proofChecks } from './checked.ts';
import type { Checked, TokenFacts } from './log.ts';

/** The signed web archive of a capture, and what its replay came to. */
export interface ArchiveFacts {
  /** Whether the archive is the one that the manifest lists; of any other nothing is said. */
  readonly isSame: boolean;
  /** By the capture log; null where that tells nothing, or is not the one that the manifest lists. */
  readonly replay: ReplayFacts | null;
  /** Of its list of files. */
  readonly signature: Checked;
  /** That the log names the key that signed. */
  readonly key: Checked;
  /** Over the signed list. */
  readonly timestamp: TokenFacts;
}

/** What whoever asks has read of an archive and checked in it. */
export interface GivenArchive {
  readonly replay: ReplayFacts | null;
  readonly signature: { readonly state: 'held'; readonly keySha256: string } | Exclude<Checked, { readonly state: 'held' }>;
  readonly timestamp: TokenFacts;
}

interface Whole {
  /** Of the archive, and of the capture log: whether each is there and as the manifest lists it. */
  readonly isSame: boolean;
  readonly isLogSame: boolean;
}

/** @param given null where nothing could be read of an archive that the manifest lists. */
export function archiveFacts(
  given: GivenArchive | null,
  { isSame, isLogSame }: Whole,
  file: (name: string) => Uint8Array | undefined,
  log: TrustedLog,
): ArchiveFacts {
  const absent = { state: 'absent' } as const;
  if (!given || !isSame) return { isSame, replay: null, signature: absent, key: absent, timestamp: absent };
  const { replay, signature, timestamp } = given;
  return {
    isSame,
    replay: isLogSame ? replay : null,
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

import { sameBytes } from '../../kit/bytes/bytes.ts';
import { isUncosigned, parseCheckpoint, verifyCheckpoint } from '../tlog/checkpoint.ts';
import type { Checkpoint, SignedCheckpointFault, TrustedLog, TrustFault } from '../tlog/checkpoint.ts';
import { parseManifest } from './manifest.ts';
import type { Manifest, ManifestFault, ManifestFile } from './manifest.ts';
import { leafHash } from '../tlog/merkle.ts';
import type { Hash } from '../tlog/merkle.ts';
import { verifyInclusion } from '../tlog/merkle-verify.ts';
import type { ProofFault } from '../tlog/merkle-verify.ts';
import type { Result } from '../../kit/bytes/result.ts';
import type { Note } from '../tlog/signed-note.ts';
import { parseTlogProof } from '../tlog/tlog-proof.ts';
import type { TlogProofFault } from '../tlog/tlog-proof.ts';

/** One step of a verification. `not-run` means that its input is missing; `verdictOf` decides whether that matters. */
export type Check<Name extends string = string, Reason extends string = string> = {
  readonly name: Name;
  /** The checked file, if it is one of several. */
  readonly subject: string | null;
} & (
  | { readonly outcome: 'pass' }
  | { readonly outcome: 'fail'; readonly reason: Reason }
  | { readonly outcome: 'not-run'; readonly reason: NotRunReason }
);

/**
 * `pending`: not in the log yet. `not-given`: nothing to compare with. `unreadable`: an earlier step could not read the input. `no-key`: no
 * key of the log to check a signature with.
 */
export type NotRunReason = 'pending' | 'not-given' | 'unreadable' | 'no-key';
export type FileFault = 'missing-file' | 'unlisted-file' | 'wrong-size' | 'wrong-sha256' | 'wrong-sm3';
export type EvidenceReason =
  | ManifestFault
  | FileFault
  | TlogProofFault
  | SignedCheckpointFault
  | TrustFault
  | ProofFault
  | 'other-number'
  | 'other-leaf'
  | 'other-checkpoint';
export type EvidenceCheckName =
  | 'manifest'
  | 'number'
  | 'file'
  | 'leaf'
  | 'proof'
  | 'checkpoint'
  | 'checkpoint-copy'
  | 'signature'
  | 'inclusion';
export type EvidenceCheck = Check<EvidenceCheckName, EvidenceReason>;

/** A file as hashed by the verifier. Hashes in lower-case hex; `sm3` is null if the verifier did not compute it. */
export interface FileDigest {
  readonly name: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly sm3: string | null;
}

/** Input of a verification. Only `log` is trusted: it must come from another source than the rest. */
export interface EvidenceClaim {
  readonly manifest: Uint8Array;
  readonly files: readonly FileDigest[];
  /** True for a package: a listed file that `files` lacks is missing. False for a single dropped file: others were just not given. */
  readonly filesAreComplete: boolean;
  /** The tlog-proof; null while the evidence is not in the log. */
  readonly proof: Uint8Array | null;
  /** A copy of the checkpoint without cosignatures, such as the one a timestamp covers; null if there is none. */
  readonly checkpoint: Uint8Array | null;
  readonly log: TrustedLog;
  /** Evidence number and leaf hash stated elsewhere, for example on a certificate; null if not stated. */
  readonly statedNumber: string | null;
  readonly statedLeaf: Hash | null;
}

export interface EvidenceReport {
  readonly checks: readonly EvidenceCheck[];
  /** Null if unreadable. A readable manifest may still be wrong; the verdict decides. */
  readonly manifest: Manifest | null;
  readonly checkpoint: Checkpoint | null;
  readonly index: number | null;
}

/** Runs every step as far as possible, whatever failed before, so that the report names every fault. Never throws because of its input. */
export function verifyEvidence(claim: EvidenceClaim): EvidenceReport {
  const manifest = parseManifest(claim.manifest);
  const proof = claim.proof && parseTlogProof(claim.proof);
  const signed = proof?.ok ? parseCheckpoint(proof.value.checkpoint) : null;
  const leaf = leafHash(claim.manifest);
  const withoutProof: NotRunReason = claim.proof ? 'unreadable' : 'pending';

  const checks: EvidenceCheck[] = [
    fromResult('manifest', manifest),
    !manifest.ok
      ? notRun('number', 'unreadable')
      : compared('number', claim.statedNumber, (stated) => stated === manifest.value.number, 'other-number'),
    ...(manifest.ok ? fileChecks(manifest.value.files, claim) : [notRun('file', 'unreadable')]),
    compared('leaf', claim.statedLeaf, (stated) => sameBytes(stated, leaf), 'other-leaf'),
    proof ? fromResult('proof', proof) : notRun('proof', 'pending'),
    signed ? fromResult('checkpoint', signed) : notRun('checkpoint', withoutProof),
    proof?.ok
      ? compared('checkpoint-copy', claim.checkpoint, (copy) => isUncosigned(copy, proof.value.checkpoint), 'other-checkpoint')
      : notRun('checkpoint-copy', withoutProof),
    signed?.ok ? signatureCheck(signed.value, claim.log) : notRun('signature', withoutProof),
    proof?.ok && signed?.ok
      ? fromResult(
          'inclusion',
          verifyInclusion({
            index: proof.value.index,
            proof: proof.value.hashes,
            leafHash: leaf,
            size: signed.value.checkpoint.size,
            root: signed.value.checkpoint.root,
          }),
        )
      : notRun('inclusion', withoutProof),
  ];
  return {
    checks,
    manifest: manifest.ok ? manifest.value : null,
    checkpoint: signed?.ok ? signed.value.checkpoint : null,
    index: proof?.ok ? proof.value.index : null,
  };
}

/** 一致, 不一致, 待锚定. A lookup adds 未找到 itself. */
export type Verdict = 'match' | 'mismatch' | 'pending';

/**
 * The verdict of a list of checks, including appended ones (timestamp, PDF signature, chain). Any failure is a mismatch. A match requires a
 * readable manifest, its inclusion in the tree and the log's signature. @param required names of further checks that a match requires.
 */
export function verdictOf(checks: readonly Check[], required: readonly string[] = []): Verdict {
  if (checks.some(({ outcome }) => outcome === 'fail')) return 'mismatch';
  const passed = new Set(checks.filter(({ outcome }) => outcome === 'pass').map(({ name }) => name));
  if (!passed.has('manifest')) return 'mismatch';
  return ['signature', 'inclusion', ...required].every((name) => passed.has(name)) ? 'match' : 'pending';
}

function signatureCheck({ checkpoint, note }: { readonly checkpoint: Checkpoint; readonly note: Note }, log: TrustedLog): EvidenceCheck {
  if (log.keys.length === 0) return notRun('signature', 'no-key');
  return fromResult('signature', verifyCheckpoint(checkpoint, note, log));
}

function fileChecks(listed: readonly ManifestFile[], { files, filesAreComplete }: EvidenceClaim): EvidenceCheck[] {
  const unlisted = files.filter(({ name }) => !listed.some((file) => file.name === name));
  return [
    ...listed.flatMap((file): EvidenceCheck[] => {
      const found = files.filter(({ name }) => name === file.name);
      if (found.length > 0) return found.map((digest) => fileCheck(file, digest));
      return [filesAreComplete ? failed('file', 'missing-file', file.name) : notRun('file', 'not-given', file.name)];
    }),
    ...unlisted.map(({ name }) => failed('file', 'unlisted-file', name)),
  ];
}

function fileCheck(listed: ManifestFile, digest: FileDigest): EvidenceCheck {
  if (digest.sizeBytes !== listed.sizeBytes) return failed('file', 'wrong-size', listed.name);
  if (digest.sha256 !== listed.sha256) return failed('file', 'wrong-sha256', listed.name);
  if (digest.sm3 !== null && digest.sm3 !== listed.sm3) return failed('file', 'wrong-sm3', listed.name);
  return { name: 'file', subject: listed.name, outcome: 'pass' };
}

function compared<Stated>(
  name: EvidenceCheckName,
  stated: Stated | null,
  isSame: (stated: Stated) => boolean,
  reason: EvidenceReason,
): EvidenceCheck {
  if (stated === null) return notRun(name, 'not-given');
  return isSame(stated) ? { name, subject: null, outcome: 'pass' } : failed(name, reason);
}

function fromResult(name: EvidenceCheckName, result: Result<unknown, EvidenceReason>): EvidenceCheck {
  return result.ok ? { name, subject: null, outcome: 'pass' } : failed(name, result.fault);
}

function failed(name: EvidenceCheckName, reason: EvidenceReason, subject: string | null = null): EvidenceCheck {
  return { name, subject, outcome: 'fail', reason };
}

function notRun(name: EvidenceCheckName, reason: NotRunReason, subject: string | null = null): EvidenceCheck {
  return { name, subject, outcome: 'not-run', reason };
}

import { formatVkey } from '../../../domain/proof/tlog/note-key.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { anchorOf, type EntryAnchor } from '../log/append.ts';
import { consistencyOf } from '../log/consistency.ts';
import { firstCosignedOver, type FirstCosigned } from '../log/cosigned.ts';
import { readLogKey } from '../log/log-signer.ts';
import { evidenceTimestampOf, proofOf, type StoredTimestamp, type LogProof } from '../log/proof.ts';
import { publishedPolicy } from '../log/published-policy.ts';
import { currentSm2Certificate } from '../guomi/sm2-certificate-store.ts';
import type { LoggedSm2Certificate } from '../guomi/second-track.ts';
import { sm2TimestampOf } from '../guomi/sm2-timestamps.ts';
import { readUsedMark, type UsedMark } from '../marks/mark-store.ts';
import { readLoggedCredentials, type LoggedCredentials } from '../platform/logged-credentials.ts';
import { readRecord } from '../records/stored-record.ts';
import { readArchiveProofs, type ArchiveProofs } from './archive-proofs.ts';
import { readChainAnchor, type ChainAnchor } from './chain-anchor.ts';

/** Proofs of an evidence that counts as anchored. */
export interface AnchorProofs {
  readonly place: EntryAnchor;
  readonly proof: LogProof;
  /** The token over its own manifest; null if there is none. */
  readonly evidenceTimestamp: StoredTimestamp | null;
  /** The chain transaction that covers it; null if there is none. */
  readonly chainAnchor: ChainAnchor | null;
  /** Its current evidence record, DER of RFC 4998; null while its day has no token. */
  readonly record: Uint8Array | null;
}

/** What the log proves about an evidence and the certificate that signs for it. */
export interface LogFacts {
  /** The log's public key (vkey); null before the log's first start. */
  readonly logKey: string | null;
  /** The office's policy as published; null before the log's first start. */
  readonly policy: string | null;
  /** Cosignatures of the first checkpoint that covers the evidence and meets the policy; null while there is none. */
  readonly firstCosigned: FirstCosigned | null;
  /** Null while the evidence does not count as anchored, which every screen shows as 待锚定. */
  readonly anchorProofs: AnchorProofs | null;
  /** The not-before mark of the evidence; null if it has none. */
  readonly usedMark: UsedMark | null;
  /** Proof that the log names the certificate; null while it does not, or while the evidence is not anchored. */
  readonly certificateProof: LogProof | null;
  /** Proofs of the web archive; null if there is none, or while the evidence is not anchored. */
  readonly archiveProofs: ArchiveProofs | null;
  /** The office's credentials according to the log; null if it has none, or while the evidence is not anchored. */
  readonly credentials: LoggedCredentials | null;
  /** The office's SM2 certificate; null if there is none, the log does not name it yet, or it was not requested. */
  readonly sm2: LoggedSm2Certificate | null;
  /** Proof that the checkpoints of all proofs belong to one growing log; null while the evidence is not anchored. */
  readonly consistency: Uint8Array | null;
}

export interface LogEntries {
  /** Log entry of the evidence; null while its upload is unfinished. */
  readonly evidence: string | null;
  readonly certificate: string;
  /** Number of the evidence. */
  readonly number: string;
  /** Whether the office has a signer for the second track. */
  readonly withSm2: boolean;
}

/**
 * Reads everything on one snapshot, so that a package and the certificate in it agree, whatever arrives while they are made. @param
 * needsTimestamp as for `anchorsOf`.
 */
export async function readLogFacts(db: Database, entries: LogEntries, needsTimestamp: boolean): Promise<LogFacts> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const [key, anchorProofs] = [await readLogKey(tx), await readAnchorProofs(tx, entries.evidence, needsTimestamp)];
      const certificateProof = anchorProofs && (await proofOf(tx, { entryId: entries.certificate }));
      const archiveProofs = anchorProofs && (await readArchiveProofs(tx, anchorProofs.place.leafIndex));
      const credentials = anchorProofs && (await readLoggedCredentials(tx));
      const usedMark = await readUsedMark(tx, entries.number);
      const sm2 =
        anchorProofs && entries.withSm2 ? await readSm2(tx, (anchorProofs.proof.stamped ?? anchorProofs.proof).checkpoint.size) : null;
      const sizes = [
        usedMark?.checkpointSize,
        anchorProofs?.proof.checkpoint.size,
        anchorProofs?.proof.stamped?.checkpoint.size,
        anchorProofs?.chainAnchor?.checkpointSize,
        certificateProof?.checkpoint.size,
        archiveProofs?.keyProof.checkpoint.size,
        credentials?.proof.checkpoint.size,
        sm2?.proof.checkpoint.size,
      ];
      return {
        logKey: key && formatVkey(key),
        policy: await publishedPolicy(tx),
        firstCosigned: anchorProofs && (await firstCosignedOver(tx, anchorProofs.place.leafIndex)),
        anchorProofs,
        usedMark,
        certificateProof,
        archiveProofs,
        credentials,
        sm2,
        consistency:
          anchorProofs &&
          (await consistencyOf(
            tx,
            sizes.filter((size) => size !== undefined),
          )),
      };
    });
}

async function readSm2(tx: Tx, checkpointSize: string): Promise<LoggedSm2Certificate | null> {
  const certificate = await currentSm2Certificate(tx);
  const proof = certificate && (await proofOf(tx, { entryId: certificate.logEntry }));
  return certificate && proof ? { certificate, proof, timestamp: await sm2TimestampOf(tx, checkpointSize) } : null;
}

async function readAnchorProofs(tx: Tx, entryId: string | null, needsTimestamp: boolean): Promise<AnchorProofs | null> {
  const place = await anchorOf(tx, entryId, needsTimestamp);
  const proof = place && (await proofOf(tx, { seq: place.leafIndex }));
  if (!proof) return null;
  const evidenceTimestamp = await evidenceTimestampOf(tx, place.leafIndex);
  const chainAnchor = place.txHash === null ? null : await readChainAnchor(tx, place.leafIndex);
  return { place, proof, evidenceTimestamp, chainAnchor, record: await readRecord(tx, place.leafIndex) };
}

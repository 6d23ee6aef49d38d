import { formatVkey } from '../../../domain/tlog/note-key.ts';
import type { Database, Tx } from '../../db/database.ts';
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

/** How an evidence that counts as anchored stands in the log. */
export interface AnchorProofs {
  readonly place: EntryAnchor;
  readonly proof: LogProof;
  /** The token over its own manifest; null where there is none. */
  readonly evidenceTimestamp: StoredTimestamp | null;
  /** The chain's transaction over it; null where there is none. */
  readonly chainAnchor: ChainAnchor | null;
  /** Its newest evidence record, DER of RFC 4998; null while its day has no token. */
  readonly record: Uint8Array | null;
}

/** What the log says of an evidence and of the certificate that signs for it. */
export interface LogFacts {
  /** The log's public key as people pass it on; null before the log's first start. */
  readonly logKey: string | null;
  /** The office's policy as it publishes it; null before the log's first start. */
  readonly policy: string | null;
  /** Who cosigned the first checkpoint that covers the evidence and meets the policy; null while none does. */
  readonly firstCosigned: FirstCosigned | null;
  /** Null for an evidence that does not count as anchored yet, as every screen says 待锚定 of it. */
  readonly anchorProofs: AnchorProofs | null;
  /** The not-before mark that the evidence has; null for none. */
  readonly usedMark: UsedMark | null;
  /** That the log names the certificate; null while it does not, or the evidence is not anchored. */
  readonly certificateProof: LogProof | null;
  /** Of the web archive; null where there is none, or the evidence is not anchored. */
  readonly archiveProofs: ArchiveProofs | null;
  /** What entitles the office, as the log has it; null where it has nothing of it, or the evidence is not anchored. */
  readonly credentials: LoggedCredentials | null;
  /** The office's SM2 certificate; null where it has none, the log does not name it yet, or it is not asked for. */
  readonly sm2: LoggedSm2Certificate | null;
  /** That the checkpoints of all proofs belong to one log that only grew; null where there are none. */
  readonly consistency: Uint8Array | null;
}

export interface LogEntries {
  /** Of the evidence; null while its upload has not ended. */
  readonly evidence: string | null;
  readonly certificate: string;
  /** Of the evidence. */
  readonly number: string;
  /** Whether the office has a signer of the second track. */
  readonly withSm2: boolean;
}

/**
 * All of it as of one moment: what a package holds and what the certificate in it says come from the same, whatever arrives while they are
 * made. @param needsTimestamp as with `anchorsOf`.
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

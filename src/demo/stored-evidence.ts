import { Readable } from 'node:stream';
import { originalName, type Described, type EvidenceFile } from '../server/custody/evidence/evidence-files.ts';
import { entryOf } from '../server/custody/evidence/make-evidence.ts';
import type { ObjectStore } from '../server/platform/storage/store.ts';
import type { DemoEvidence } from './evidence.ts';
import { digest, saltedFilesOf } from './data/salted.ts';

/** An evidence as `keepEvidence` leaves it: its files' hashes, and the entry for the log; null while it is uploading. */
export interface StoredDemoEvidence {
  readonly evidence: DemoEvidence;
  readonly stored: { readonly files: readonly EvidenceFile[]; readonly entry: Uint8Array } | null;
}

/** Makes and stores the files, except those that are to be missing. The result has the order of `all`. */
export async function storeDemoEvidence(
  all: readonly DemoEvidence[],
  store: Pick<ObjectStore, 'put'>,
  ownerSecret: Uint8Array,
): Promise<StoredDemoEvidence[]> {
  const results: StoredDemoEvidence[] = all.map((evidence) => ({ evidence, stored: null }));
  const queue = all.entries();
  const worker = async (): Promise<void> => {
    for (const [at, evidence] of queue) if (evidence.status !== 'uploading') results[at] = await storeOne(evidence, store, ownerSecret);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** Enough to keep the disk and the encoder busy. */
const atOnce = 16;

async function storeOne(evidence: DemoEvidence, store: Pick<ObjectStore, 'put'>, ownerSecret: Uint8Array): Promise<StoredDemoEvidence> {
  const bytes = await evidence.content.make();
  if (evidence.status === 'stored') await store.put(Readable.from([bytes]), { maxBytes: 200_000 });
  const { fileName, mediaType } = evidence.content;
  const original = {
    name: originalName(1, fileName),
    role: 'original' as const,
    sha256: digest('sha256', bytes),
    sm3: digest('sm3', bytes),
    sizeBytes: bytes.length,
    mediaType,
  };
  const owner = { id: evidence.userId, name: evidence.holder };
  const described: Described = { ...evidence, owner, fileName, files: [original] };
  const files = saltedFilesOf(described, evidence.salt);
  return { evidence, stored: { files, entry: entryOf(described, files, evidence.savedAt, ownerSecret) } };
}

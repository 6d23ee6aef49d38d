import { bytesToHex } from '@noble/hashes/utils.js';
import type { PublishedKeys } from '../../../contract/open/published-keys.ts';
import type { Verification } from '../../../contract/open/verification.ts';
import { parseManifest } from '../../../domain/proof/evidence/manifest.ts';
import { leafHash } from '../../../domain/proof/tlog/merkle.ts';
import { readOfficeDocument } from '../../../domain/proof/verify/office-document.ts';

/** A file that is no evidence, but a document of the office about it. */
export interface FoundDocument {
  /** For example 审查说明. */
  readonly name: string;
  /** The evidence number in it, or the number of a 公证书. */
  readonly number: string;
  readonly origin: DocumentOrigin;
  /** SHA-256 of the certificate that signed the whole file, lower-case hex; null without one. */
  readonly signedBy: string | null;
  /** The office's answer for its number; null for a 公证书, which has a number of its own. */
  readonly answer: Verification | null;
}

/**
 * `ours`: this office signed it, or the log of this office holds it, byte for byte; `others`: another certificate signed it; `broken`: no
 * signature covers the whole file; `unknown`: the office's keys are unavailable. Of a manifest, which nobody signs: `unrecorded`: the
 * office does not know its number; `early`: the log does not hold the number yet; `differs`: the log holds another manifest of the number.
 */
export type DocumentOrigin = 'ours' | 'others' | 'broken' | 'unknown' | 'unrecorded' | 'early' | 'differs';

/** Whether the file is a document of the office, and whose. Null if it is none. @param ask queries the office for a number. */
export async function recogniseDocument(
  file: File,
  keys: PublishedKeys | null,
  ask: (number: string) => Promise<Verification>,
): Promise<FoundDocument | null> {
  if (file.size > maxBytes) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  return (await recogniseSigned(bytes, keys, ask)) ?? (await recogniseManifest(bytes, ask));
}

async function recogniseSigned(
  bytes: Uint8Array,
  keys: PublishedKeys | null,
  ask: (number: string) => Promise<Verification>,
): Promise<FoundDocument | null> {
  const found = await readOfficeDocument(bytes);
  if (!found) return null;
  const { title: name, number, signedBy } = found;
  const answer = /^[0-9A-F]{32}$/.test(number) ? await ask(number) : null;
  if (signedBy === null) return { name, number, origin: 'broken', signedBy, answer };
  if (!keys) return { name, number, origin: 'unknown', signedBy, answer };
  const ours = keys.certificates.map(({ fingerprint_sha256: printed }) => printed.replaceAll(':', '').toLowerCase());
  return { name, number, origin: ours.includes(signedBy) ? 'ours' : 'others', signedBy, answer };
}

/** The log's leaf is the hash of the manifest. */
async function recogniseManifest(bytes: Uint8Array, ask: (number: string) => Promise<Verification>): Promise<FoundDocument | null> {
  const manifest = parseManifest(bytes);
  if (!manifest.ok) return null;
  const { number } = manifest.value;
  const answer = await ask(number);
  return { name: '存证清单（manifest.json）', number, origin: originOf(bytes, answer), signedBy: null, answer };
}

function originOf(bytes: Uint8Array, { result, log_leaf_hash: leaf }: Verification): DocumentOrigin {
  if (result === 'none') return 'unrecorded';
  if (leaf === null) return 'early';
  return bytesToHex(leafHash(bytes)) === leaf ? 'ours' : 'differs';
}

/** The office's documents are smaller by far. */
const maxBytes = 33_554_432;

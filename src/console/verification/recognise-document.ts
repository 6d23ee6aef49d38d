import { bytesToHex } from '@noble/hashes/utils.js';
import type { PublishedKeys } from '../../contract/open/published-keys.ts';
import type { Verification } from '../../contract/open/verification.ts';
import { parseManifest } from '../../domain/evidence/manifest.ts';
import { leafHash } from '../../domain/tlog/merkle.ts';
import { readOfficeDocument } from '../../domain/verify/office-document.ts';

/** A file that is no evidence, but a document of the office about it. */
export interface FoundDocument {
  /** For example 审查说明. */
  readonly name: string;
  /** The evidence number in it, or the number of a 公证书. */
  readonly number: string;
  /**
   * `ours`: this office signed it, or the log of this office holds it, byte for byte; `others`: another certificate signed it; `broken`:
   * nothing covers the whole file, or what the log holds differs; `unknown`: the office's keys or its answer are unavailable.
   */
  readonly origin: 'ours' | 'others' | 'broken' | 'unknown';
  /** The office's answer for its number; null for a 公证书, which has a number of its own. */
  readonly answer: Verification | null;
}

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
  if (signedBy === null) return { name, number, origin: 'broken', answer };
  if (!keys) return { name, number, origin: 'unknown', answer };
  const ours = keys.certificates.map(({ fingerprint_sha256: printed }) => printed.replaceAll(':', '').toLowerCase());
  return { name, number, origin: ours.includes(signedBy) ? 'ours' : 'others', answer };
}

/** The log's leaf is the hash of the manifest. After a transaction on a chain, the answer states that one's hash instead. */
async function recogniseManifest(bytes: Uint8Array, ask: (number: string) => Promise<Verification>): Promise<FoundDocument | null> {
  const manifest = parseManifest(bytes);
  if (!manifest.ok) return null;
  const { number } = manifest.value;
  const answer = await ask(number);
  const origin = answer.anchor_kind === 'log' ? isLeaf(bytes, answer) : 'unknown';
  return { name: '存证清单（manifest.json）', number, origin, answer };
}

function isLeaf(bytes: Uint8Array, { blockchain_hash: leaf }: Verification): 'ours' | 'broken' {
  return bytesToHex(leafHash(bytes)) === leaf ? 'ours' : 'broken';
}

/** The office's documents are smaller by far. */
const maxBytes = 33_554_432;

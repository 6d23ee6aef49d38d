import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * Caches the latest results of signature checks: all proofs of a package carry the same checkpoint, and each signature is checked several
 * times. `parts` must contain everything that the result depends on; their hash is the cache key.
 */
export function signatureCheckCache(): (parts: readonly Uint8Array[], check: () => boolean) => boolean {
  const answers = new Map<string, boolean>();
  return (parts, check) => {
    const name = nameOf(parts);
    const known = answers.get(name);
    const answer = known ?? check();
    answers.delete(name);
    answers.set(name, answer);
    const [oldest] = answers.keys();
    if (answers.size > mostAnswers && oldest !== undefined) answers.delete(oldest);
    return answer;
  };
}

/** Includes the length of each part, so that bytes cannot move between parts. */
function nameOf(parts: readonly Uint8Array[]): string {
  const hash = sha256.create();
  for (const part of parts) hash.update(new Uint8Array(new BigUint64Array([BigInt(part.length)]).buffer)).update(part);
  return bytesToHex(hash.digest());
}

const mostAnswers = 256;

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * Makes a check of signatures that knows its newest answers: the same checkpoint stands under every proof of a package, and each is asked
 * for more than once. All that an answer depends on is in `parts`, and the answer is known by their hash.
 */
export function rememberChecks(): (parts: readonly Uint8Array[], check: () => boolean) => boolean {
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

/** With the length of each, so that no byte may move from one part to the next. */
function nameOf(parts: readonly Uint8Array[]): string {
  const hash = sha256.create();
  for (const part of parts) hash.update(new Uint8Array(new BigUint64Array([BigInt(part.length)]).buffer)).update(part);
  return bytesToHex(hash.digest());
}

const mostAnswers = 256;

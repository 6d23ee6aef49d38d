import { useRef, useState } from 'react';
import type { Verification } from '../../contract/open/verification.ts';
import { HashCancelled, hashFile } from './hash-file.ts';
import { isPackage } from './is-package.ts';
import { lookUp } from './look-up.ts';
import { outcomeOf, type Outcome, type OwnFile } from './outcome.ts';

export type Phase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'hashing'; readonly bytes: number }
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'shown';
      readonly outcome: Outcome;
      readonly answer: Verification;
      readonly number: string;
      readonly file: OwnFile | null;
    };

/** One verification at a time: a new one, or `cancel`, ends the one under way. A file is hashed once. */
export function useVerification() {
  const [phase, setPhase] = useState<Phase>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);
  const hashed = useRef<{ file: File; own: OwnFile }>(undefined);

  const verify = async (number: string, file: File | null) => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const show = (next: Phase) => {
      if (!signal.aborted) setPhase(next);
    };
    try {
      const own = file && (hashed.current?.file === file ? hashed.current.own : await hashOf(file, signal, show));
      if (file && own) hashed.current = { file, own };
      show({ kind: 'asking' });
      const answer = await lookUp(number === '' && own ? { sha256: own.sha256 } : { number }, signal);
      show({ kind: 'shown', outcome: outcomeOf(answer, own), answer, number, file: own });
    } catch (error) {
      if (!(error instanceof HashCancelled)) show({ kind: 'failed', message: error instanceof Error ? error.message : '核验失败，请重试' });
    }
  };

  const cancel = () => {
    running.current?.abort();
    setPhase({ kind: 'idle' });
  };
  return { phase, verify, cancel };
}

async function hashOf(file: File, signal: AbortSignal, show: (phase: Phase) => void): Promise<OwnFile> {
  show({ kind: 'hashing', bytes: 0 });
  const sha256 = await hashFile(file, signal, (bytes) => show({ kind: 'hashing', bytes }));
  return { name: file.name, sizeBytes: file.size, sha256, isPackage: await isPackage(file) };
}

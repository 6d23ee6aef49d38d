import { useRef, useState } from 'react';
import type { Verification } from '../../contract/open/verification.ts';
import { isSandboxLog } from '../../domain/evidence/sandbox.ts';
import { HashCancelled, hashFile } from './hash-file.ts';
import { isPackage } from './is-package.ts';
import { lookUp } from './look-up.ts';
import { outcomeOf, type Outcome, type OwnFile } from './outcome.ts';
import type { CheckedPackage } from './package/verify-package.ts';
import type { FoundDocument } from './recognise-document.ts';
import { readPublishedKeys } from './use-published-keys.ts';

export type Phase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'hashing'; readonly bytes: number }
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'package'; readonly checked: CheckedPackage; readonly fileName: string }
  | { readonly kind: 'document'; readonly found: FoundDocument; readonly fileName: string; readonly number: string }
  | {
      readonly kind: 'shown';
      readonly outcome: Outcome;
      readonly answer: Verification;
      readonly number: string;
      readonly file: OwnFile | null;
    };

/** One verification at a time: a new one, or `cancel`, ends the current one. A file is hashed once. */
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
      if (file && (await isPackage(file))) {
        const checked = await checkPackage(file, signal, show);
        // A package of another number may itself be the evidence of this number, so it is treated like any other file.
        if (number === '' || checked.report.number === number) return show({ kind: 'package', checked, fileName: file.name });
      }
      const own = file && (hashed.current?.file === file ? hashed.current.own : await hashOf(file, signal, show));
      if (file && own) hashed.current = { file, own };
      show({ kind: 'asking' });
      const answer = await lookUp(number === '' && own ? { sha256: own.sha256 } : { number }, signal);
      const outcome = outcomeOf(answer, own);
      const found = file && (outcome === 'none' || outcome === 'mismatch') ? await documentIn(file, signal) : null;
      if (file && found) return show({ kind: 'document', found, fileName: file.name, number });
      show({ kind: 'shown', outcome, answer, number, file: own });
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

/** Uses the keys of the office that serves the page, if available. */
async function checkPackage(file: File, signal: AbortSignal, show: (phase: Phase) => void): Promise<CheckedPackage> {
  show({ kind: 'hashing', bytes: 0 });
  const keys = await readPublishedKeys(signal).catch(() => null);
  const given = { logKey: keys?.log.vkey, allowSandbox: keys !== null && isSandboxLog(keys.log.origin) };
  const { verifyPackage } = await import('./package/verify-package.ts');
  return verifyPackage(file, given, { signal, onProgress: (bytes) => show({ kind: 'hashing', bytes }) });
}

/** A file that is not the evidence may be a document of the office about it. */
async function documentIn(file: File, signal: AbortSignal): Promise<FoundDocument | null> {
  const { recogniseDocument } = await import('./recognise-document.ts');
  const keys = await readPublishedKeys(signal).catch(() => null);
  return recogniseDocument(file, keys, (number) => lookUp({ number }, signal));
}

async function hashOf(file: File, signal: AbortSignal, show: (phase: Phase) => void): Promise<OwnFile> {
  show({ kind: 'hashing', bytes: 0 });
  const sha256 = await hashFile(file, signal, (bytes) => show({ kind: 'hashing', bytes }));
  return { name: file.name, sizeBytes: file.size, sha256, isPackage: await isPackage(file) };
}

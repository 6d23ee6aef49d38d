import { useRef, useState } from 'react';
import { verifyPath } from '../../../contract/open/verification-path.ts';
import type { Verification } from '../../../contract/open/verification.ts';
import { isSandboxLog } from '../../../domain/proof/evidence/sandbox.ts';
import { HashCancelled, hashFile } from './hash-file.ts';
import { type Outcome, outcomeOf, type OwnFile } from './outcome.ts';
import type { CheckedPackage, OtherZip } from './package/verify-package.ts';
import type { FoundDocument } from './recognise-document.ts';
import { readPublishedKeys } from './use-published-keys.ts';

export type Phase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'hashing'; readonly bytes: number }
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'package'; readonly checked: CheckedPackage; readonly fileName: string; readonly isOther: boolean }
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
      const checked = file && (await isZip(file)) ? await checkPackage(file, signal, show) : null;
      // A package of another number, and any other zip, may itself be the evidence, so it is treated like any other file.
      if (file && checked && 'report' in checked && (number === '' || checked.report.number === number))
        return show({ kind: 'package', checked, fileName: file.name, isOther: false });
      const own = file && (hashed.current?.file === file ? hashed.current.own : await hashOf(file, checked, signal, show));
      if (file && own) hashed.current = { file, own };
      show({ kind: 'asking' });
      const answer = await lookUp(number === '' && own ? { sha256: own.sha256 } : { number }, signal);
      const outcome = outcomeOf(answer, own);
      if (file && checked && 'report' in checked && checked.report.number !== null && outcome === 'mismatch')
        return show({ kind: 'package', checked, fileName: file.name, isOther: true });
      // Nothing was compared with what is in it.
      if (checked && 'isDamaged' in checked && checked.isDamaged && (outcome === 'none' || outcome === 'mismatch'))
        throw new Error(checked.why);
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
async function checkPackage(file: File, signal: AbortSignal, show: (phase: Phase) => void): Promise<CheckedPackage | OtherZip> {
  show({ kind: 'hashing', bytes: 0 });
  const keys = await readPublishedKeys(signal).catch(() => null);
  const given = { logKey: keys?.log.vkey ?? null, allowSandbox: keys !== null && isSandboxLog(keys.log.origin) };
  const { verifyPackage } = await import('./package/verify-package.ts');
  return verifyPackage(file, given, { signal, onProgress: (bytes) => show({ kind: 'hashing', bytes }) });
}

/** A file that is not the evidence may be a document of the office about it. */
async function documentIn(file: File, signal: AbortSignal): Promise<FoundDocument | null> {
  const { recogniseDocument } = await import('./recognise-document.ts');
  const keys = await readPublishedKeys(signal).catch(() => null);
  return recogniseDocument(file, keys, (number) => lookUp({ number }, signal));
}

type ReadZip = CheckedPackage | OtherZip | null;

async function hashOf(file: File, checked: ReadZip, signal: AbortSignal, show: (phase: Phase) => void): Promise<OwnFile> {
  show({ kind: 'hashing', bytes: 0 });
  const sha256 = await hashFile(file, signal, (bytes) => show({ kind: 'hashing', bytes }));
  const whyNoPackage = checked && 'why' in checked ? checked.why : null;
  return { name: file.name, sizeBytes: file.size, sha256, isPackage: checked !== null && 'report' in checked, whyNoPackage };
}

/** Whether a file begins as a zip does, or is called one. Office documents and Android packages are zips too. */
async function isZip(file: File): Promise<boolean> {
  if (/\.zip$/i.test(file.name)) return true;
  const start = await file
    .slice(0, 4)
    .text()
    .catch(() => '');
  return start === 'PK\u0003\u0004';
}

/** Queries the office for a number or a hash; nothing else ever leaves the browser. @throws Error in Chinese. */
async function lookUp(what: { readonly number: string } | { readonly sha256: string }, signal: AbortSignal): Promise<Verification> {
  const response = await fetch(`${verifyPath}?${new URLSearchParams(what).toString()}`, { credentials: 'omit', signal }).catch(
    (error: unknown) => {
      throw signal.aborted ? error : new Error('网络异常，请检查网络后重试');
    },
  );
  if (response.status === 429) throw new Error('查询过于频繁，请一分钟后重试');
  if (!response.ok) throw new Error('服务器暂时无法核验，请稍后重试');
  return (await response.json()) as Verification; // This office's own server answers by the contract's schema.
}

import { useEffect, useState } from 'react';
import { isSandboxLog } from '../../../domain/proof/evidence/sandbox.ts';
import { publishedKeysPath, type PublishedKeys } from '../../../contract/open/published-keys.ts';

/** The keys of the office that serves this page; null until they have loaded, and if they are unavailable. */
export function usePublishedKeys(): PublishedKeys | null {
  const [keys, setKeys] = useState<PublishedKeys | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    readPublishedKeys(leaving.signal)
      .then(setKeys)
      .catch(() => setKeys(null)); // The page works without them.
    return () => leaving.abort();
  }, []);
  return keys;
}

/** Null if the server has none. @throws Error without a network. */
export async function readPublishedKeys(signal: AbortSignal): Promise<PublishedKeys | null> {
  const reply = await fetch(publishedKeysPath, { credentials: 'omit', signal });
  return reply.ok ? ((await reply.json()) as PublishedKeys) : null; // This office's own server answers.
}

/** The command of the client package that checks a package offline with these keys. @param name of the package's file. */
export function verifyCommand(keys: PublishedKeys, name: string): string {
  const current = keys.certificates.find((certificate) => certificate.is_current);
  const officeKey = current ? ` --office-cert ${current.fingerprint_sha256}` : '';
  const sandbox = isSandboxLog(keys.log.origin) ? ' --sandbox' : '';
  return `npx notary verify "${name.replaceAll(/["$`\\]/g, '')}" --log-key "${keys.log.vkey}"${officeKey}${sandbox}`;
}

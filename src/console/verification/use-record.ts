import { useEffect, useState } from 'react';
import { recordPath } from '../../contract/open/record-path.ts';
import type { RecordFindings } from './check-record.ts';

/**
 * Checks the newest evidence record of a number; null while unknown, and if there is none yet.
 * @param sha256 hashes of the files that it must cover.
 */
export function useRecord(number: string, sha256: readonly string[]): RecordFindings | null {
  const [checked, setChecked] = useState<{ readonly of: string; readonly findings: RecordFindings } | null>(null);
  const of = [number, ...sha256].join(' ');
  useEffect(() => {
    const [asked = '', ...hashes] = of.split(' ');
    if (asked === '') return undefined;
    const leaving = new AbortController();
    const check = async () => {
      const reply = await fetch(recordPath(asked), { credentials: 'omit', signal: leaving.signal });
      if (reply.status !== 200) return;
      const { checkRecord } = await import('./check-record.ts');
      const findings = checkRecord(new Uint8Array(await reply.arrayBuffer()), hashes, new Date());
      if (!leaving.signal.aborted) setChecked({ of, findings });
    };
    check().catch(() => undefined); // Without the record, the page shows the answer and claims no more.
    return () => leaving.abort();
  }, [of]);
  return checked?.of === of ? checked.findings : null;
}

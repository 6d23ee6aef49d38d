import { useEffect, useState } from 'react';
import { recordPath } from '../../../contract/open/record-path.ts';
import type { RecordFindings } from './check-record.ts';

interface Props {
  readonly number: string;
  /** SHA-256 hashes of the files that the record must cover. */
  readonly sha256: readonly string[];
}

/** 存证记录: its links as this browser checked them, and a download of the newest record for older packages. */
export function RecordNote({ number, sha256 }: Props) {
  const findings = useRecord(number, sha256);
  if (!findings) return null;
  const { links, why } = findings;
  if (!links) return <p className="verify-note">存证记录不成立：{why}。请勿采信本页的结论，并向出具机构反映。</p>;
  return (
    <>
      {why !== null && <p className="verify-note">{why}。</p>}
      <dl>
        {links.map((text, at) => (
          <div key={text}>
            <dt>{at === 0 ? '存证记录' : ''}</dt>
            <dd className="num">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="verify-basis">
        存证记录的每一环已在您的设备上逐级推算；时间戳的签名请用离线验证程序核对。早先下载的证据包可以用最新的存证记录更新。
      </p>
      <a className="link" href={recordPath(number)} download={`${number}.ers`}>
        下载存证记录
      </a>
    </>
  );
}

/**
 * Checks the newest evidence record of a number; null while unknown, and if there is none yet.
 * @param sha256 hashes of the files that it must cover.
 */
function useRecord(number: string, sha256: readonly string[]): RecordFindings | null {
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

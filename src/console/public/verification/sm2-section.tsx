import { useId, useState } from 'react';
import type { PublishedKeys } from '../../../contract/open/published-keys.ts';
import type { Sm2Findings } from './check-sm2.ts';
import { fileFault } from './file-fault.ts';

/** 国密签名: checks a file of a package and its signature on the device. Only if the office publishes an SM2 certificate. */
export function Sm2Section({ keys }: { readonly keys: PublishedKeys }) {
  const [findings, setFindings] = useState<Sm2Findings | null>(null);
  const id = useId();
  const certificates = keys.sm2_certificates ?? [];
  if (certificates.length === 0) return null;

  const check = async (chosen: readonly File[]) => {
    const { checkSm2 } = await import('./check-sm2.ts');
    const files = await Promise.all(
      chosen.slice(0, 3).map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
    );
    setFindings(checkSm2(files, certificates));
  };
  const take = (input: HTMLInputElement) => {
    setFindings(null);
    check([...(input.files ?? [])]).catch((error: unknown) => setFindings({ holds: false, text: fileFault(error) }));
  };

  return (
    <section className="verify-card" aria-label="国密签名核验">
      <h2>国密签名核验</h2>
      <label htmlFor={id}>同时选择证据包中的文件和它的签名（.sm2 或 .sm2.p7s）</label>
      <input id={id} type="file" multiple onChange={(event) => take(event.target)} />
      <p className={findings?.holds === false ? 'verify-note' : 'verify-basis'} aria-live="polite">
        {findings ? `${findings.text}。` : '文件只在您的设备上核对，不会上传。'}
      </p>
    </section>
  );
}

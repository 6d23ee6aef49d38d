import { lazy, Suspense, useState, type DragEvent, type FormEvent } from 'react';
import { packageNames } from '../../../domain/proof/evidence/package-names.ts';
import { DocumentResult } from './document-result.tsx';
import { OfficeKeys } from './office-keys.tsx';
import { Sm2Section } from './sm2-section.tsx';
import { usePublishedKeys, verifyCommand } from './use-published-keys.ts';
import { useVerifyForm } from './use-verify-form.ts';
import { VerifyResult } from './verify-result.tsx';
import { given } from '../../kit/ui/given-text.tsx';
import './verify.css';

/** Loaded lazily, because only packages need the texts of its lines. */
const PackageResult = lazy(async () => ({ default: (await import('./package/package-result.tsx')).PackageResult }));

/** Open to everybody: verifies a number, a file, or both. Plain React; works in a phone's browser. */
export function VerifyPage() {
  const { number, setNumber, file, error, phase, submit, cancel, choose, removeFile } = useVerifyForm();
  const [isOver, setOver] = useState(false);
  const keys = usePublishedKeys();
  const isBusy = phase.kind === 'hashing' || phase.kind === 'asking';

  const send = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) choose(dropped);
  };

  return (
    <main className="verify" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <div className="verify-card">
        <h1>证据核验</h1>
        <p className="verify-hint">核对文件与公证处保存的电子证据是否一致。文件只在您的设备上计算摘要，不会上传。</p>
        <form onSubmit={send} noValidate>
          <NumberField number={number} change={setNumber} error={error} />
          <FilePicker file={file} choose={choose} isOver={isOver} setOver={setOver} />
          {phase.kind === 'hashing' && file ? (
            <Progress done={phase.bytes} total={file.size} onCancel={cancel} />
          ) : (
            <div className="verify-buttons">
              {file && (
                <button type="button" className="btn" disabled={isBusy} onClick={removeFile}>
                  移除文件
                </button>
              )}
              <button type="submit" className="btn btn-primary" disabled={isBusy}>
                {phase.kind === 'asking' && <span className="spinner" />}核验
              </button>
            </div>
          )}
        </form>
        <p className="verify-foot">
          可以选择原始文件，也可以选择整个证据包（zip），都只在您的设备上核对。断网核对用离线验证程序，方法见包内的“
          {packageNames.instructions}”。
        </p>
      </div>
      <div aria-live="polite">
        {phase.kind === 'failed' && (
          <div className="verify-card verify-failed" role="alert">
            <p>{phase.message}</p>
            <button type="button" className="btn" onClick={submit}>
              重试
            </button>
          </div>
        )}
        {phase.kind === 'package' && (
          <Suspense>
            <PackageResult
              key={phase.fileName}
              {...phase.checked}
              fileName={phase.fileName}
              isOther={phase.isOther}
              command={keys && verifyCommand(keys, phase.fileName)}
            />
          </Suspense>
        )}
        {phase.kind === 'document' && <DocumentResult {...phase} />}
        {phase.kind === 'shown' && <VerifyResult key={`${phase.number} ${phase.file?.sha256} ${phase.outcome}`} {...phase} keys={keys} />}
      </div>
      {keys && <Sm2Section keys={keys} />}
      {keys && <OfficeKeys keys={keys} />}
    </main>
  );
}

function NumberField({ number, change, error }: { number: string; change: (number: string) => void; error: string }) {
  return (
    <>
      <label htmlFor="verify-number">存证编号</label>
      <input
        id="verify-number"
        className="input mono"
        value={number}
        placeholder="证书上的32位编号，可不填"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        aria-invalid={error !== ''}
        aria-describedby="verify-error"
        onChange={(event) => change(event.target.value)}
      />
      <p className="verify-error" id="verify-error" aria-live="polite">
        {error}
      </p>
    </>
  );
}

interface PickerProps {
  readonly file: File | null;
  readonly choose: (file: File) => void;
  /** Whether a file is being dragged over it. */
  readonly isOver: boolean;
  readonly setOver: (isOver: boolean) => void;
}

function FilePicker({ file, choose, isOver, setOver }: PickerProps) {
  const take = (input: HTMLInputElement) => {
    const chosen = input.files?.[0];
    // Cleared, so that choosing the same file again counts as a change.
    input.value = '';
    if (chosen) choose(chosen);
  };
  return (
    <label className={`verify-drop${isOver ? ' is-over' : ''}`} onDragEnter={() => setOver(true)} onDragLeave={() => setOver(false)}>
      <input type="file" className="verify-file" aria-label="选择文件" onChange={(event) => take(event.target)} />
      {file ? (
        <>
          <b>{given(file.name)}</b>
          <span className="num">{formatSize(file.size)}</span>
          <span className="link">更换文件</span>
        </>
      ) : (
        <>
          <b>选择文件</b>
          <span>或将原始文件拖到此处</span>
        </>
      )}
    </label>
  );
}

function Progress({ done, total, onCancel }: { done: number; total: number; onCancel: () => void }) {
  const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
  return (
    <div className="verify-progress">
      <progress max={100} value={percent} aria-label="正在核对" />
      <span className="num">正在核对 {percent}%</span>
      <button type="button" className="btn" onClick={onCancel}>
        取消
      </button>
    </div>
  );
}

function formatSize(bytes: number): string {
  return `${bytes.toLocaleString('zh-CN')} 字节`;
}

import { useEffect, useEffectEvent, useState, type DragEvent, type FormEvent } from 'react';
import { packageNames } from '../../domain/evidence/package-names.ts';
import { OfficeKeys } from './office-keys.tsx';
import { usePublishedKeys } from './use-published-keys.ts';
import { useVerification } from './use-verification.ts';
import { VerifyResult } from './verify-result.tsx';
import './verify.css';

/** Open to everybody: a number, a file, or both. Plain React, one thing on the screen; it works in the browser of a phone. */
export function VerifyPage() {
  const [number, setNumber] = useState(() => numberIn(location.search));
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState('');
  const [isOver, setOver] = useState(false);
  const { phase, verify, cancel } = useVerification();
  const keys = usePublishedKeys();
  const isBusy = phase.kind === 'hashing' || phase.kind === 'asking';

  // Whoever comes by the QR code of a certificate has given a number already.
  const arrive = useEffectEvent(() => {
    if (isNumber(number)) void verify(number, null);
  });
  useEffect(() => arrive(), []);

  const start = (chosen: File | null) => {
    const plain = plainNumber(number);
    const problem =
      plain === '' && !chosen
        ? '请输入存证编号，或选择文件'
        : plain !== '' && !isNumber(plain)
          ? '存证编号为32位，由数字和字母A至F组成'
          : '';
    setError(problem);
    if (problem === '') void verify(plain, chosen);
  };
  const choose = (chosen: File | null) => {
    setFile(chosen);
    if (chosen) start(chosen);
    else cancel();
  };
  const take = (input: HTMLInputElement) => {
    const chosen = input.files?.[0];
    // Emptied, so that the same file chosen again is told again.
    input.value = '';
    if (chosen) choose(chosen);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start(file);
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
        <form onSubmit={submit} noValidate>
          <label htmlFor="verify-number">存证编号</label>
          <input
            id="verify-number"
            className="input mono"
            value={number}
            placeholder="证书上的32位编号，可不填"
            autoComplete="off"
            spellCheck={false}
            maxLength={80}
            aria-invalid={error !== ''}
            aria-describedby="verify-error"
            onChange={(event) => setNumber(event.target.value)}
          />
          <p className="verify-error" id="verify-error" aria-live="polite">
            {error}
          </p>
          <label className={`verify-drop${isOver ? ' is-over' : ''}`} onDragEnter={() => setOver(true)} onDragLeave={() => setOver(false)}>
            <input type="file" className="verify-file" aria-label="选择文件" onChange={(event) => take(event.target)} />
            {file ? (
              <>
                <b>{file.name}</b>
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
          {phase.kind === 'hashing' && file ? (
            <Progress done={phase.bytes} total={file.size} onCancel={cancel} />
          ) : (
            <div className="verify-buttons">
              {file && (
                <button type="button" className="btn" disabled={isBusy} onClick={() => choose(null)}>
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
          证据包（zip）请解压后选择其中的原始文件；整个证据包用离线验证程序检查，方法见包内的“{packageNames.instructions}”。
        </p>
      </div>
      <div aria-live="polite">
        {phase.kind === 'failed' && (
          <div className="verify-card verify-failed" role="alert">
            <p>{phase.message}</p>
            <button type="button" className="btn" onClick={() => start(file)}>
              重试
            </button>
          </div>
        )}
        {phase.kind === 'shown' && <VerifyResult {...phase} keys={keys} />}
      </div>
      {keys && <OfficeKeys keys={keys} />}
    </main>
  );
}

function Progress({ done, total, onCancel }: { done: number; total: number; onCancel: () => void }) {
  const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
  return (
    <div className="verify-progress">
      <progress max={100} value={percent} aria-label="正在计算摘要" />
      <span className="num">正在计算摘要 {percent}%</span>
      <button type="button" className="btn" onClick={onCancel}>
        取消
      </button>
    </div>
  );
}

function numberIn(search: string): string {
  return plainNumber(new URLSearchParams(search).get('number') ?? '');
}

/** As people copy it: with blanks, in small letters. */
function plainNumber(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase();
}

function isNumber(text: string): boolean {
  return /^[0-9A-F]{32}$/.test(text);
}

function formatSize(bytes: number): string {
  return `${bytes.toLocaleString('zh-CN')} 字节`;
}

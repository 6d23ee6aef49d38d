import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { compareVersions, versionParts } from '../../domain/rules/version.ts';
import { post } from '../net/call.ts';
import type { FormControlProps } from '../form/form-dialog.tsx';
import { StatusDot } from '../list/cells.tsx';
import { GuardedButton } from '../ui/guarded-button.tsx';
import { TransportError } from '../net/request.ts';
import { shortenFileName } from '../ui/text/shorten-file-name.ts';
import { uploadFile } from '../net/upload.ts';
import { sizeText } from '../ui/text/size-text.ts';
import { uploadPackage, type PackageCalls, type Uploaded } from './upload-package.ts';
import './releases.css';

type State =
  | { readonly at: 'empty' }
  | { readonly at: 'going'; readonly name: string; readonly share: number; readonly attempt: number }
  | { readonly at: 'done'; readonly file: Uploaded }
  /** `broken` is the file to go on with, where the line broke and what is there already stays. */
  | { readonly at: 'failed'; readonly reason: string; readonly broken: File | null };

/** Uploads an Android package while the rest of the form is filled in; its value is what stands for the upload. */
export function PackageField({ id, values, onChange }: FormControlProps) {
  const [state, setState] = useState<State>({ at: 'empty' });
  const input = useRef<HTMLInputElement>(null);
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const send = async (file: File) => {
    const own = new AbortController();
    abort.current?.abort();
    abort.current = own;
    onChange?.('');
    const going = { at: 'going', name: file.name, share: 0, attempt: 0 } as const;
    setState(going);
    const tell = (change: { share?: number; attempt?: number }) => {
      if (!own.signal.aborted) setState((known) => ({ ...(known.at === 'going' ? known : going), ...change }));
    };
    try {
      const uploaded = await uploadPackage(file, callsOf(own.signal), {
        signal: own.signal,
        progress: (share) => tell({ share }),
        retrying: (attempt) => tell({ attempt }),
      });
      if (own.signal.aborted) return;
      setState({ at: 'done', file: uploaded });
      onChange?.(uploaded.path);
    } catch (error) {
      if (!own.signal.aborted)
        setState({
          at: 'failed',
          reason: error instanceof Error ? error.message : '',
          broken: error instanceof TransportError ? file : null,
        });
    }
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = ''; // the same file may be chosen again after a failure
    if (file) void send(file);
  };
  const cancel = () => {
    abort.current?.abort();
    setState({ at: 'empty' });
  };

  return (
    <div className="package-field">
      <input
        ref={input}
        type="file"
        className="package-input"
        accept=".apk,application/vnd.android.package-archive"
        onChange={choose}
        aria-label="选择安装包文件"
      />
      {state.at === 'going' ? (
        <div className="package-row" role="status">
          <span>上传中...</span>
          {state.attempt > 0 && <span className="package-warning">连接中断，第{state.attempt}次重试</span>}
          <progress value={state.share} max={1} aria-label={shortenFileName(state.name)} />
          <span className="num">{Math.floor(state.share * 100)}%</span>
          <button type="button" className="link" onClick={cancel}>
            取消上传
          </button>
        </div>
      ) : (
        <div className="package-row">
          <GuardedButton id={id} type="button" className="btn" onClick={() => input.current?.click()}>
            {state.at === 'done' ? '重新选择' : '选择安装包'}
          </GuardedButton>
          <span role="status" className="package-name">
            <Outcome state={state} />
          </span>
          {state.at === 'failed' && state.broken && <GoOn file={state.broken} send={send} />}
        </div>
      )}
      {state.at === 'failed' && (
        <p className="package-facts">
          {state.reason}
          {state.broken && '；已上传的部分会保留，再次选择该文件也会继续上传'}
        </p>
      )}
      {state.at === 'done' && <Facts file={state.file} wanted={values['current_version'] ?? ''} />}
    </div>
  );
}

function callsOf(signal: AbortSignal): PackageCalls {
  const quietly = { signal, quiet: true };
  return {
    begin: (name, size, isAnew) => post('/api/upload/begin', { name, size, anew: isAnew ? '1' : '0' }, quietly),
    piece: (upload, offset, sha256, bytes, progress) =>
      uploadFile('/api/upload/piece', { upload, offset, sha256 }, bytes, { signal, progress }),
    finish: (upload) => post('/api/upload/finish', { upload }, quietly),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}

function Outcome({ state }: { state: Exclude<State, { at: 'going' }> }) {
  if (state.at === 'empty') return <span className="package-facts">仅支持.apk文件</span>;
  if (state.at === 'done') return <StatusDot tone="done" text="上传成功" />;
  return <StatusDot tone="failed" text="上传失败, 请重新上传..." />;
}

function GoOn({ file, send }: { file: File; send: (file: File) => Promise<void> }) {
  return (
    <button type="button" className="link" onClick={() => void send(file)}>
      继续上传
    </button>
  );
}

/** What the package says of itself, and a word where that is not what the form says. */
function Facts({ file, wanted }: { file: Uploaded; wanted: string }) {
  return (
    <>
      <p className="package-facts">
        <span title={file.file_name}>{shortenFileName(file.file_name)}</span>（{sizeText(file.file_size)}） 包名 {file.package_name} 版本{' '}
        {file.version_name === '' ? '未写明' : file.version_name}（{file.version_code}）
      </p>
      {wanted !== '' && !isSame(file.version_name, wanted) && (
        <p className="package-warning">安装包的版本与当前版本号{wanted}不一致，请核对</p>
      )}
    </>
  );
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [versionParts(a), versionParts(b)];
  return left && right ? compareVersions(left, right) === 0 : a === b;
}

import { visibleText } from '../../../domain/kit/text/visible-text.ts';
import { useRef, type ChangeEvent } from 'react';
import { compareVersions, versionParts } from '../../../domain/business/rules/version.ts';
import type { FormControlProps } from '../../kit/form/form-field.tsx';
import { StatusDot } from '../../kit/list/cells.tsx';
import { FileName } from '../../kit/ui/full-text/file-name.tsx';
import { GuardedButton } from '../../kit/ui/guarded-button.tsx';
import { shortenFileName } from '../../kit/ui/text/shorten-file-name.ts';
import { sizeText } from '../../kit/ui/text/size-text.ts';
import type { Uploaded } from './upload-package.ts';
import { usePackageUpload, type UploadState } from './use-package-upload.ts';
import './releases.css';

/** Uploads an Android package while the rest of the form is filled in. Its value is the path of the upload. */
export function PackageField({ id, values, onChange }: FormControlProps) {
  const { state, send, cancel } = usePackageUpload(onChange);
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = ''; // so that the same file can be chosen again after a failure
    if (file) send(file);
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
      {state.at === 'uploading' ? (
        <Uploading {...state} cancel={cancel} />
      ) : (
        <div className="package-row">
          <GuardedButton id={id} type="button" className="btn" onClick={() => input.current?.click()}>
            {state.at === 'done' ? '重新选择' : '选择安装包'}
          </GuardedButton>
          <span role="status" className="package-name">
            <Outcome state={state} />
          </span>
          {state.at === 'failed' && state.broken && <ContinueButton file={state.broken} send={send} />}
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

type UploadingState = Extract<UploadState, { at: 'uploading' }>;

function Uploading({ name, share, attempt, cancel }: UploadingState & { cancel: () => void }) {
  return (
    <div className="package-row" role="status">
      <span>上传中...</span>
      {attempt > 0 && <span className="package-warning">连接中断，第{attempt}次重试</span>}
      <progress value={share} max={1} aria-label={visibleText(shortenFileName(name))} />
      <span className="num">{Math.floor(share * 100)}%</span>
      <button type="button" className="link" onClick={cancel}>
        取消上传
      </button>
    </div>
  );
}

function Outcome({ state }: { state: Exclude<UploadState, UploadingState> }) {
  if (state.at === 'empty') return <span className="package-facts">仅支持.apk文件</span>;
  if (state.at === 'done') return <StatusDot tone="done" text="上传成功" />;
  return <StatusDot tone="failed" text="上传失败, 请重新上传..." />;
}

function ContinueButton({ file, send }: { file: File; send: (file: File) => void }) {
  return (
    <button type="button" className="link" onClick={() => send(file)}>
      继续上传
    </button>
  );
}

/** The package's own data, with a warning where it differs from the form. */
function Facts({ file, wanted }: { file: Uploaded; wanted: string }) {
  return (
    <>
      <p className="package-facts">
        <FileName name={file.file_name} />（{sizeText(file.file_size)}） 包名 {file.package_name} 版本{' '}
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

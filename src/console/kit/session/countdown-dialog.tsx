import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import type { NearEnd } from './session-clock.ts';

/** The remaining time, above any other dialog. Esc and the cross extend the session too, because the operator is evidently present. */
export function CountdownDialog({ end: { atMs, isFinal }, goOn }: { readonly end: NearEnd; readonly goOn: () => void }) {
  const left = useSecondsUntil(atMs);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      title="登录即将结束"
      width={400}
      zIndex={aboveQuestions}
      close={goOn}
      opened={() => button.current?.focus()}
      footer={
        <div className="dialog-buttons">
          <button type="button" className="btn btn-primary" ref={button} onClick={goOn}>
            {isFinal ? '知道了' : '继续'}
          </button>
        </div>
      }
    >
      {isFinal ? '本次登录已达最长时限，' : '您已较长时间没有操作，'}
      <strong className="num" role="timer">
        {clockText(left)}
      </strong>{' '}
      {isFinal ? '后须重新登录，请先提交正在填写的内容。' : '后将自动退出登录。'}
    </Dialog>
  );
}

function useSecondsUntil(atMs: number): number {
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}

function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}分${String(seconds % 60).padStart(2, '0')}秒`;
}

/** The questions about unsaved input have 1900. */
const aboveQuestions = 1950;

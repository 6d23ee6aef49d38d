import { formatTime } from '../../domain/text/time.ts';
import './kept-draft.css';

/** What was kept of a form that was not sent, and what to do with it. */
export interface KeptDraft {
  readonly atMs: number;
  readonly restore: () => void;
  readonly discard: () => void;
}

/** Offers what the operator filled in before. @param summary what it says; else when it was. */
export function KeptDraftNotice({ atMs, restore, discard, summary }: KeptDraft & { readonly summary?: string }) {
  const text = summary ?? `${formatTime(new Date(atMs))} 保存`;
  return (
    <p className="kept-draft" role="status">
      <span title={text}>上次填写的内容尚未提交：{text}</span>
      <button type="button" className="link" onClick={restore}>
        恢复
      </button>
      <button type="button" className="link" onClick={discard}>
        放弃
      </button>
    </p>
  );
}

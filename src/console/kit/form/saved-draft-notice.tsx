import { formatTime } from '../../../domain/kit/text/time.ts';
import './kept-draft.css';

/** A stored draft of an unsent form, and what can be done with it. */
export interface SavedDraft {
  readonly atMs: number;
  readonly restore: () => void;
  readonly discard: () => void;
}

/** Offers to restore the earlier input. @param summary text to show; default is the time when it was stored. */
export function SavedDraftNotice({ atMs, restore, discard, summary }: SavedDraft & { readonly summary?: string }) {
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

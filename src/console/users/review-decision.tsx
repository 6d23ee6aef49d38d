import { useEffect, useRef, useState, type FormEvent } from 'react';
import { reviewChoice, type ReviewChoice } from '../../domain/codes.ts';
import { codePointLength, limits } from '../../domain/limits.ts';
import { GuardedButton } from '../kit/guarded-button.tsx';
import { reasonFault, reasonTemplates } from './review.ts';

export interface Draft {
  readonly choice: ReviewChoice | undefined;
  readonly reason: string;
}

interface Props {
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
  readonly pending: boolean;
  /** The state of one that is decided already; undefined while the choice is open. */
  readonly closedBy: string | undefined;
  readonly isReady: boolean;
  /** How many wait, this one included. */
  readonly waiting: number | undefined;
  readonly decide: (choice: ReviewChoice) => void;
  readonly next: (() => void) | undefined;
  readonly close: () => void;
}

const choices = [
  { choice: 'approve', hint: '快捷键 A' },
  { choice: 'reject', hint: '快捷键 R' },
] as const;

/** 通过 or 不通过 with its reason; stays in sight at the bottom right. */
export function Decision({ draft, setDraft, pending, closedBy, isReady, waiting, decide, next, close }: Props) {
  const [fault, setFault] = useState<string>();
  const reason = useRef<HTMLTextAreaElement>(null);
  const submitter = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (draft.choice === 'reject') reason.current?.focus();
    if (draft.choice === 'approve') submitter.current?.querySelector<HTMLButtonElement>('[type=submit]')?.focus();
  }, [draft.choice]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = draft.choice === undefined ? '请选择审核结果' : reasonFault(draft.choice, draft.reason);
    setFault(found);
    if (found === undefined && draft.choice !== undefined) decide(draft.choice);
    else reason.current?.focus();
  };
  const fill = (text: string) => {
    setFault(undefined);
    setDraft({ choice: 'reject', reason: text });
    reason.current?.focus();
  };

  return (
    <form className="decision" onSubmit={submit} noValidate>
      {closedBy === undefined ? (
        <>
          <div className="decision-choices" role="radiogroup" aria-label="审核结果">
            {choices.map(({ choice, hint }) => (
              <label key={choice} title={hint}>
                <input
                  type="radio"
                  name="choice"
                  checked={draft.choice === choice}
                  disabled={!isReady}
                  aria-invalid={fault !== undefined && draft.choice === undefined}
                  onChange={() => {
                    setFault(undefined);
                    setDraft({ ...draft, choice });
                  }}
                />
                {reviewChoice.label(choice)}
              </label>
            ))}
          </div>
          {draft.choice === 'reject' && (
            <div className="decision-reason">
              <label htmlFor="review-reason">拒绝原因</label>
              <div className="decision-field">
                <textarea
                  id="review-reason"
                  ref={reason}
                  className="input"
                  rows={2}
                  value={draft.reason}
                  placeholder="请填写拒绝原因"
                  aria-invalid={fault !== undefined}
                  onChange={(event) => {
                    setFault(undefined);
                    setDraft({ ...draft, reason: event.target.value });
                  }}
                />
                <span className="decision-count num" data-over={codePointLength(draft.reason) > limits.reasonChars}>
                  {codePointLength(draft.reason)}/{limits.reasonChars}
                </span>
              </div>
              <ul className="decision-templates" aria-label="常用原因">
                {reasonTemplates.map((text) => (
                  <li key={text}>
                    <button type="button" onClick={() => fill(text)}>
                      {text}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )}
          <p className="decision-fault" aria-live="polite">
            {fault}
          </p>
        </>
      ) : (
        <p className="decision-closed" role="status">
          此申请的当前状态：{closedBy}
        </p>
      )}
      <div className="decision-buttons" ref={submitter}>
        <span className="decision-waiting num">{waiting !== undefined && `待审核 ${waiting} 条`}</span>
        {next && (
          <button type="button" className="btn" onClick={next} title="快捷键 N" disabled={pending}>
            下一条
          </button>
        )}
        <button type="button" className="btn" onClick={close} title="快捷键 Esc" disabled={pending}>
          取消
        </button>
        {closedBy === undefined && (
          <GuardedButton type="submit" className="btn btn-primary" pending={pending} disabled={!isReady}>
            确定
          </GuardedButton>
        )}
      </div>
    </form>
  );
}

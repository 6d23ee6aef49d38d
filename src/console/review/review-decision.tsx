import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { reviewChoice, type ReviewChoice } from '../../domain/codes/users.ts';
import { codePointLength, limits } from '../../domain/codes/limits.ts';
import { GuardedButton } from '../ui/guarded-button.tsx';
import type { Draft } from '../drafts/kept-drafts.ts';
import type { KeptDraft } from './review-draft.tsx';

/** What a kind of review says about the words that go with a decision. */
export interface ReasonRules {
  readonly label: string;
  readonly placeholder: string;
  /** The choices that are asked for a reason, each with texts that fill the field at a click. */
  readonly templates: Partial<Record<ReviewChoice, readonly string[]>>;
  /** What is wrong with a reason; undefined when it may be sent. */
  fault(choice: ReviewChoice, reason: string): string | undefined;
}

interface Props {
  readonly rules: ReasonRules;
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
  /** What was filled in before the session ended; offered until something else is. */
  readonly kept?: KeptDraft | undefined;
  readonly pending: boolean;
  /** Changes whenever a decision came to nothing: 确定 is free again. */
  readonly freedBy?: unknown;
  /** Stands in the place of the choice when there is none: decided already, or somebody else's. Undefined while the choice is open. */
  readonly closed: ReactNode;
  readonly isReady: boolean;
  /** How many wait, this one included. */
  readonly waiting?: number | undefined;
  readonly decide: (choice: ReviewChoice) => void;
  readonly next: (() => void) | undefined;
  readonly close: () => void;
}

const choices = [
  { choice: 'approve', hint: '快捷键 A' },
  { choice: 'reject', hint: '快捷键 R' },
] as const;

/** 通过 or 不通过 with its reason; stays in sight at the bottom right. */
export function Decision({ rules, draft, setDraft, kept, pending, freedBy, closed, isReady, waiting, decide, next, close }: Props) {
  const [fault, setFault] = useState<string>();
  const reason = useRef<HTMLTextAreaElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const isOpen = closed === undefined;
  const templates = draft.choice && rules.templates[draft.choice];
  const asksReason = templates !== undefined;
  useEffect(() => {
    if (draft.choice === undefined) return;
    if (asksReason) reason.current?.focus();
    else buttons.current?.querySelector<HTMLButtonElement>('[type=submit]')?.focus();
  }, [draft.choice, asksReason]);
  useEffect(() => {
    if (!isOpen) buttons.current?.querySelector<HTMLButtonElement>('button')?.focus();
  }, [isOpen]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending || !isReady) return; // by keyboard, whatever the button says
    const found = draft.choice === undefined ? '请选择审核结果' : rules.fault(draft.choice, draft.reason);
    setFault(found);
    if (found === undefined && draft.choice !== undefined) decide(draft.choice);
    else reason.current?.focus();
  };
  const write = (text: string) => {
    setFault(undefined);
    setDraft({ ...draft, reason: text });
  };

  return (
    <form className="decision" onSubmit={submit} noValidate>
      {isOpen ? (
        <>
          {kept && <Kept {...kept} />}
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
          {templates && (
            <div className="decision-reason">
              <label htmlFor="review-reason">{rules.label}</label>
              <div className="decision-field">
                <textarea
                  id="review-reason"
                  ref={reason}
                  className="input"
                  rows={2}
                  value={draft.reason}
                  placeholder={rules.placeholder}
                  aria-invalid={fault !== undefined}
                  onChange={(event) => write(event.target.value)}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
                  }}
                />
                <span className="decision-count num" data-over={codePointLength(draft.reason) > limits.reasonChars}>
                  {codePointLength(draft.reason)}/{limits.reasonChars}
                </span>
              </div>
              <ul className="decision-templates" aria-label="常用语">
                {templates.map((text) => (
                  <li key={text}>
                    <button
                      type="button"
                      onClick={() => {
                        write(text);
                        reason.current?.focus();
                      }}
                    >
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
        <div className="decision-closed" role="status">
          {closed}
        </div>
      )}
      <div className="decision-buttons" ref={buttons}>
        <span className="decision-waiting num">{waiting !== undefined && `待审核 ${waiting} 条`}</span>
        {next && (
          <button type="button" className="btn" onClick={next} title="快捷键 N" disabled={pending}>
            下一条
          </button>
        )}
        <button type="button" className="btn" onClick={close} title="快捷键 Esc" disabled={pending}>
          {isOpen ? '取消' : '关闭'}
        </button>
        {isOpen && (
          <GuardedButton type="submit" className="btn btn-primary" pending={pending} disabled={!isReady} freedBy={freedBy}>
            确定
          </GuardedButton>
        )}
      </div>
    </form>
  );
}

/** Offers what the operator filled in before. */
function Kept({ draft, restore, discard }: KeptDraft) {
  const said = [draft.choice && reviewChoice.label(draft.choice), draft.reason].filter(Boolean).join('，');
  return (
    <p className="decision-kept" role="status">
      <span title={said}>上次填写的内容尚未提交：{said}</span>
      <button type="button" className="link" onClick={restore}>
        恢复
      </button>
      <button type="button" className="link" onClick={discard}>
        放弃
      </button>
    </p>
  );
}

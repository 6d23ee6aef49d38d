import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { reviewChoice, type ReviewChoice } from '../../domain/codes/users.ts';
import { KeptDraftNotice } from '../form/kept-draft-notice.tsx';
import { GuardedButton } from '../ui/guarded-button.tsx';
import { ReasonField } from './reason-field.tsx';
import type { Draft, StoredDraft } from './review-draft.tsx';

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
  readonly stored?: StoredDraft | undefined;
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

/** 通过 or 不通过 with its reason; stays in sight at the bottom right. */
export function Decision({ rules, draft, setDraft, stored, pending, freedBy, closed, isReady, waiting, decide, next, close }: Props) {
  const [fault, setFault] = useState<string>();
  const isOpen = closed === undefined;
  const templates = draft.choice && rules.templates[draft.choice];
  const { reason, buttons } = useDecisionFocus(draft.choice, templates !== undefined, isOpen);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending || !isReady) return; // by keyboard, whatever the button says
    const found = draft.choice === undefined ? '请选择审核结果' : rules.fault(draft.choice, draft.reason);
    setFault(found);
    if (found === undefined && draft.choice !== undefined) decide(draft.choice);
    else reason.current?.focus();
  };
  const change = (next: Draft) => {
    setFault(undefined);
    setDraft(next);
  };

  return (
    <form className="decision" onSubmit={submit} noValidate>
      {isOpen ? (
        <>
          {stored && <StoredDraftNotice {...stored} />}
          <Choices
            chosen={draft.choice}
            isReady={isReady}
            isFaulty={fault !== undefined && draft.choice === undefined}
            choose={(choice) => change({ ...draft, choice })}
          />
          {templates && (
            <ReasonField
              label={rules.label}
              placeholder={rules.placeholder}
              templates={templates}
              reason={draft.reason}
              isFaulty={fault !== undefined}
              field={reason}
              write={(text) => change({ ...draft, reason: text })}
            />
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

/** The focus follows the choice: into the reason that it asks for, else on 确定. A closed decision has it on its first button. */
function useDecisionFocus(choice: ReviewChoice | undefined, asksReason: boolean, isOpen: boolean) {
  const reason = useRef<HTMLTextAreaElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (choice === undefined) return;
    if (asksReason) reason.current?.focus();
    else buttons.current?.querySelector<HTMLButtonElement>('[type=submit]')?.focus();
  }, [choice, asksReason]);
  useEffect(() => {
    if (!isOpen) buttons.current?.querySelector<HTMLButtonElement>('button')?.focus();
  }, [isOpen]);
  return { reason, buttons };
}

const choices = [
  { choice: 'approve', hint: '快捷键 A' },
  { choice: 'reject', hint: '快捷键 R' },
] as const;

interface ChoicesProps {
  readonly chosen: ReviewChoice | undefined;
  readonly isReady: boolean;
  readonly isFaulty: boolean;
  readonly choose: (choice: ReviewChoice) => void;
}

function Choices({ chosen, isReady, isFaulty, choose }: ChoicesProps) {
  return (
    <div className="decision-choices" role="radiogroup" aria-label="审核结果">
      {choices.map(({ choice, hint }) => (
        <label key={choice} title={hint}>
          <input
            type="radio"
            name="choice"
            checked={chosen === choice}
            disabled={!isReady}
            aria-invalid={isFaulty}
            onChange={() => choose(choice)}
          />
          {reviewChoice.label(choice)}
        </label>
      ))}
    </div>
  );
}

/** Offers what the operator filled in before. */
function StoredDraftNotice({ draft, ...kept }: StoredDraft) {
  return (
    <KeptDraftNotice {...kept} summary={[draft.choice && reviewChoice.label(draft.choice), draft.reason].filter(Boolean).join('，')} />
  );
}

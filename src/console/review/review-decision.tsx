import { useEffect, useRef, useState, type FormEvent, type ReactNode, type RefObject } from 'react';
import { limits } from '../../domain/codes/limits.ts';
import { reviewChoice, type ReviewChoice } from '../../domain/codes/users.ts';
import { KeptDraftNotice } from '../form/kept-draft-notice.tsx';
import { GuardedButton } from '../ui/guarded-button.tsx';
import { ReasonField } from './reason-field.tsx';
import type { Draft, StoredDraft } from './review-draft.tsx';
import { useDecisionKeys } from './decision-keys.ts';

/** What a kind of review says about the words that go with a decision. */
export interface ReasonRules {
  readonly label: string;
  readonly placeholder: string;
  /** The choices that are asked for a reason, each with texts that fill the field at a click. */
  readonly templates: Partial<Record<ReviewChoice, readonly string[]>>;
  /** What the choices are called where they have words of their own. */
  readonly choices?: Readonly<Record<ReviewChoice, string>>;
  /** 20 unless a choice takes more. */
  readonly maxChars?: Partial<Record<ReviewChoice, number>>;
  /** What is wrong with a reason; undefined when it may be sent. */
  fault(choice: ReviewChoice, reason: string): string | undefined;
}

function wordOf({ choices }: ReasonRules, choice: ReviewChoice): string {
  return choices?.[choice] ?? reviewChoice.label(choice);
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
  readonly nextLabel?: string;
  /** A review that is not a dialog has nothing to close. */
  readonly close?: () => void;
  /** Another question is open: the keys are its own. */
  readonly isPaused?: boolean;
  /** What else a choice asks for, below it. */
  readonly children?: ReactNode;
}

/** 通过 or 不通过 with its reason; stays in sight at the bottom right. */
export function Decision({ rules, draft, setDraft, stored, pending, freedBy, closed, isReady, waiting, decide, ...ways }: Props) {
  const { next, nextLabel = '下一条', close, isPaused = false, children } = ways;
  const [fault, setFault] = useState<string>();
  const isOpen = closed === undefined;
  const templates = draft.choice && rules.templates[draft.choice];
  const form = useRef<HTMLFormElement>(null);
  const { reason, buttons, chosenByKey } = useDecisionFocus(draft.choice, templates !== undefined, isOpen);

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

  useDecisionKeys(form, {
    isActive: isOpen && isReady && !isPaused,
    words: { approve: wordOf(rules, 'approve'), reject: wordOf(rules, 'reject') },
    next: next && !isPaused ? { key: 'n', act: nextLabel, run: next } : undefined,
    choose: (choice) => {
      chosenByKey();
      change({ ...draft, choice });
    },
    template: () => {
      const at = templates?.indexOf(draft.reason) ?? -1;
      if (templates && (at >= 0 || draft.reason === '')) change({ ...draft, reason: templates[(at + 1) % templates.length] ?? '' });
    },
  });

  return (
    <form className="decision" ref={form} onSubmit={submit} noValidate>
      {isOpen ? (
        <>
          {stored && <StoredDraftNotice {...stored} />}
          <Choices
            rules={rules}
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
              maxChars={(draft.choice && rules.maxChars?.[draft.choice]) ?? limits.reasonChars}
              field={reason}
              write={(text) => change({ ...draft, reason: text })}
            />
          )}
          {children}
          <p className="decision-fault" aria-live="polite">
            {fault}
          </p>
        </>
      ) : (
        <div className="decision-closed" role="status">
          {closed}
        </div>
      )}
      <DecisionButtons holder={buttons} {...{ isOpen, isReady, pending, freedBy, waiting, next, nextLabel, ...(close && { close }) }} />
    </form>
  );
}

interface ButtonsProps extends Pick<Props, 'pending' | 'freedBy' | 'isReady' | 'waiting' | 'next' | 'close'> {
  readonly holder: RefObject<HTMLDivElement | null>;
  readonly isOpen: boolean;
  readonly nextLabel: string;
}

function DecisionButtons({ holder, isOpen, isReady, pending, freedBy, waiting, next, nextLabel, close }: ButtonsProps) {
  return (
    <div className="decision-buttons" ref={holder}>
      <span className="decision-waiting num">{waiting !== undefined && `待审核 ${waiting} 条`}</span>
      {next && (
        <button type="button" className="btn" onClick={next} title="快捷键 N" disabled={pending}>
          {nextLabel}
        </button>
      )}
      {close && (
        <button type="button" className="btn" onClick={close} title="快捷键 Esc" disabled={pending}>
          {isOpen ? '取消' : '关闭'}
        </button>
      )}
      {isOpen && (
        <GuardedButton
          type="submit"
          className="btn btn-primary"
          pending={pending}
          disabled={!isReady}
          freedBy={freedBy}
          title="快捷键 Ctrl+Enter"
        >
          确定
        </GuardedButton>
      )}
    </div>
  );
}

/** The focus follows the choice: into the reason that it asks for, else on 确定. A closed decision has it on its first button. */
function useDecisionFocus(choice: ReviewChoice | undefined, asksReason: boolean, isOpen: boolean) {
  const reason = useRef<HTMLTextAreaElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const byKey = useRef(false);
  useEffect(() => {
    if (choice === undefined) return;
    const isByKey = byKey.current;
    byKey.current = false;
    // The next key is a shortcut too: it must not be typed into the field.
    if (asksReason && isByKey) reason.current?.closest<HTMLElement>('.decision-reason')?.focus();
    else if (asksReason) reason.current?.focus();
    else buttons.current?.querySelector<HTMLButtonElement>('[type=submit]')?.focus();
  }, [choice, asksReason]);
  useEffect(() => {
    if (!isOpen) buttons.current?.querySelector<HTMLButtonElement>('button')?.focus();
  }, [isOpen]);
  return { reason, buttons, chosenByKey: () => void (byKey.current = true) };
}

const choices = [
  { choice: 'approve', hint: '快捷键 1 或 A', letter: '1' },
  { choice: 'reject', hint: '快捷键 2 或 R', letter: '2' },
] as const;

interface ChoicesProps {
  readonly rules: ReasonRules;
  readonly chosen: ReviewChoice | undefined;
  readonly isReady: boolean;
  readonly isFaulty: boolean;
  readonly choose: (choice: ReviewChoice) => void;
}

function Choices({ rules, chosen, isReady, isFaulty, choose }: ChoicesProps) {
  return (
    <div className="decision-choices" role="radiogroup" aria-label="审核结果">
      {choices.map(({ choice, hint, letter }) => (
        <label key={choice} title={hint} data-letter={letter}>
          <input
            type="radio"
            name="choice"
            checked={chosen === choice}
            disabled={!isReady}
            aria-invalid={isFaulty}
            onChange={() => choose(choice)}
          />
          <span>{wordOf(rules, choice)}</span>
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

import { useEffect, useId, useLayoutEffect, useRef, useState, type FormEvent, type ReactNode, type RefObject } from 'react';
import { limits } from '../../../domain/business/codes/limits.ts';
import { reviewChoice, type ReviewChoice } from '../../../domain/business/codes/users.ts';
import { SavedDraftNotice } from '../form/saved-draft-notice.tsx';
import { GuardedButton } from '../ui/guarded-button.tsx';
import { ReasonField, withTemplate, type ReasonControl } from './reason-field.tsx';
import type { Draft, StoredDraft } from './review-draft.tsx';
import { useDecisionKeys } from './decision-keys.ts';

/** Rules of a kind of review for the reason of a decision. */
export interface ReasonRules {
  readonly label: string;
  readonly placeholder: string;
  /** The choices that need a reason, each with templates that fill the field on a click. */
  readonly templates: Partial<Record<ReviewChoice, readonly string[]>>;
  /** Names of the choices, if they differ from the usual ones. */
  readonly choices?: Readonly<Record<ReviewChoice, string>>;
  /** Default 20. */
  readonly maxChars?: Partial<Record<ReviewChoice, number>>;
  /** Error of a reason; undefined if it may be sent. */
  fault(choice: ReviewChoice, reason: string): string | undefined;
}

function wordOf({ choices }: ReasonRules, choice: ReviewChoice): string {
  return choices?.[choice] ?? reviewChoice.label(choice);
}

type Obstacles = Partial<Record<ReviewChoice, string | undefined>>;

interface Props {
  readonly rules: ReasonRules;
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
  /** Input from before the session ended; offered until something else is entered. */
  readonly stored?: StoredDraft | undefined;
  readonly pending: boolean;
  /** Changes whenever sending a decision failed, which enables 确定 again. */
  readonly resetKey?: unknown;
  /** Takes the place of the choice if it is not available: decided already, or claimed by somebody else. Undefined while it is open. */
  readonly closed: ReactNode;
  readonly isReady: boolean;
  /** Why a choice is not offered yet. */
  readonly obstacles?: Obstacles | undefined;
  /** How many cases wait, including this one. */
  readonly waiting?: number | undefined;
  readonly decide: (choice: ReviewChoice) => void;
  readonly next: (() => void) | undefined;
  readonly nextLabel?: string;
  /** Absent if the review is not a dialog. */
  readonly close?: () => void;
  /** Another question is shown and handles the keys. */
  readonly isPaused?: boolean;
  /** Further fields of a choice, below it. */
  readonly children?: ReactNode;
}

/** 通过 or 不通过 with its reason; always visible at the bottom right. */
export function Decision({ rules, draft, setDraft, stored, pending, resetKey, closed, isReady, waiting, decide, ...ways }: Props) {
  const { next, nextLabel = '下一条', close, isPaused = false, obstacles = {}, children } = ways;
  const [fault, setFault] = useState<string>();
  /** A choice that was asked for by its key although it is not offered yet. */
  const [refused, setRefused] = useState<ReviewChoice>();
  /** A key was pressed that could not be taken; cleared by the next one that is. */
  const [isEarly, setEarly] = useState(false);
  const isOpen = closed === undefined;
  const templates = draft.choice && rules.templates[draft.choice];
  const form = useRef<HTMLFormElement>(null);
  const { reason, buttons, refocus } = useDecisionFocus(draft.choice, templates !== undefined, isOpen);
  const wait = pending ? '正在提交，按键未生效' : isReady ? undefined : '正在载入，按键未生效';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wait !== undefined) return setEarly(true); // keyboard submission does not check the button's state
    const found = draft.choice === undefined ? '请选择审核结果' : (obstacles[draft.choice] ?? rules.fault(draft.choice, draft.reason));
    setFault(found);
    if (found === undefined && draft.choice !== undefined) decide(draft.choice);
    else reason.current?.focus();
  };
  const change = (next: Draft) => {
    setFault(undefined);
    setEarly(false);
    setRefused(undefined);
    setDraft(next);
  };
  const write = (text: string) => change({ ...draft, reason: text });
  const template = (at?: number) => {
    if (wait !== undefined) return setEarly(true);
    const next = at ?? ((templates?.indexOf(draft.reason) ?? -1) + 1) % (templates?.length ?? 1);
    const text = templates?.[next];
    if (templates && text !== undefined) write(withTemplate(draft.reason, text, templates));
  };

  useDecisionKeys(form, {
    isActive: isOpen && !isPaused,
    words: { approve: wordOf(rules, 'approve'), reject: wordOf(rules, 'reject') },
    next: next && !isPaused ? { key: 'n', act: nextLabel, run: next } : undefined,
    choose: (choice) => {
      if (wait !== undefined) return setEarly(true);
      if (obstacles[choice] !== undefined) return setRefused(choice);
      change({ ...draft, choice });
      refocus();
    },
    template,
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
            obstacles={obstacles}
            isFaulty={fault !== undefined && draft.choice === undefined}
            choose={(choice) => change({ ...draft, choice })}
          />
          <ChosenReason
            rules={rules}
            draft={draft}
            templates={templates}
            isFaulty={fault !== undefined}
            field={reason}
            write={write}
            template={template}
          />
          {children}
          <p className="decision-fault" aria-live="polite">
            {(isEarly && wait) || (refused && obstacles[refused]) || fault}
          </p>
        </>
      ) : (
        <div className="decision-closed" role="status">
          {closed}
        </div>
      )}
      <DecisionButtons holder={buttons} {...{ isOpen, isReady, pending, resetKey, waiting, next, nextLabel, ...(close && { close }) }} />
    </form>
  );
}

interface ReasonProps extends Pick<Parameters<typeof ReasonField>[0], 'field' | 'isFaulty' | 'template' | 'write'> {
  readonly rules: ReasonRules;
  readonly draft: Draft;
  readonly templates: readonly string[] | undefined;
}

/** The reason of the choice; nothing where it has none. */
function ChosenReason({ rules, draft: { choice, reason }, templates, ...field }: ReasonProps) {
  if (!templates) return null;
  return (
    <ReasonField
      label={rules.label}
      placeholder={rules.placeholder}
      templates={templates}
      reason={reason}
      isRequired={choice !== undefined && rules.fault(choice, '') !== undefined}
      maxChars={(choice && rules.maxChars?.[choice]) ?? limits.reasonChars}
      {...field}
    />
  );
}

interface ButtonsProps extends Pick<Props, 'pending' | 'resetKey' | 'isReady' | 'waiting' | 'next' | 'close'> {
  readonly holder: RefObject<HTMLDivElement | null>;
  readonly isOpen: boolean;
  readonly nextLabel: string;
}

function DecisionButtons({ holder, isOpen, isReady, pending, resetKey, waiting, next, nextLabel, close }: ButtonsProps) {
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
          resetKey={resetKey}
          title="快捷键 Ctrl+Enter"
        >
          确定
        </GuardedButton>
      )}
    </div>
  );
}

/** Moves the focus after a choice: to the reason if one is needed, else to 确定. A closed decision focuses its first button. */
function useDecisionFocus(choice: ReviewChoice | undefined, asksReason: boolean, isOpen: boolean) {
  const reason = useRef<ReasonControl>(null);
  const buttons = useRef<HTMLDivElement>(null);
  // In a layout effect, so that the very next key is typed into the field.
  useLayoutEffect(() => {
    if (choice === undefined) return;
    if (asksReason) reason.current?.focus();
    else buttons.current?.querySelector<HTMLButtonElement>('[type=submit]')?.focus();
  }, [choice, asksReason]);
  useEffect(() => {
    if (!isOpen) buttons.current?.querySelector<HTMLButtonElement>('button')?.focus();
  }, [isOpen]);
  return { reason, buttons, refocus: () => reason.current?.focus() };
}

const choices = [
  { choice: 'approve', hint: '快捷键 1 或 A', letter: '1' },
  { choice: 'reject', hint: '快捷键 2 或 R', letter: '2' },
] as const;

interface ChoicesProps {
  readonly rules: ReasonRules;
  readonly chosen: ReviewChoice | undefined;
  readonly isReady: boolean;
  readonly obstacles: Obstacles;
  readonly isFaulty: boolean;
  readonly choose: (choice: ReviewChoice) => void;
}

function Choices({ rules, chosen, isReady, obstacles, isFaulty, choose }: ChoicesProps) {
  const id = useId();
  return (
    <>
      <div className="decision-choices" role="radiogroup" aria-label="审核结果">
        {choices.map(({ choice, hint, letter }) => (
          <label key={choice} title={obstacles[choice] ?? hint} data-letter={letter}>
            <input
              type="radio"
              name="choice"
              checked={chosen === choice}
              disabled={!isReady || obstacles[choice] !== undefined}
              aria-invalid={isFaulty}
              aria-describedby={obstacles[choice] === undefined ? undefined : `${id}-${choice}`}
              onChange={() => choose(choice)}
            />
            <span>{wordOf(rules, choice)}</span>
          </label>
        ))}
      </div>
      {choices.map(
        ({ choice }) =>
          obstacles[choice] !== undefined && (
            <p key={choice} className="decision-obstacle" id={`${id}-${choice}`}>
              {wordOf(rules, choice)}：{obstacles[choice]}
            </p>
          ),
      )}
    </>
  );
}

/** Offers the operator's earlier input. */
function StoredDraftNotice({ draft, ...kept }: StoredDraft) {
  return (
    <SavedDraftNotice {...kept} summary={[draft.choice && reviewChoice.label(draft.choice), draft.reason].filter(Boolean).join('，')} />
  );
}

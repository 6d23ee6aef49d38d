import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { limits } from '../../../domain/business/codes/limits.ts';
import { codePointLength } from '../../../domain/kit/text/length.ts';
import { givenText } from '../../../domain/kit/text/visible-text.ts';
import { useDraft } from '../drafts/use-draft.ts';
import { post } from '../net/call.ts';
import { given } from '../ui/given-text.tsx';
import { GuardedButton } from '../ui/guarded-button.tsx';
import { hasMention, mentionAt, offered, reachOf, withMention, type Colleague, type Colleagues, type Reach } from './mention.ts';
import { colleaguesQuery } from './notes-query.ts';

/**
 * Writes a note; `@` suggests the colleagues who may open the object. Before it is saved, the form says whom it will tell, and asks once
 * more if an `@` reaches nobody.
 */
export function NoteForm({ object }: { object: string }) {
  const [text, setText] = useState('');
  const [caret, setCaret] = useState(0);
  const [chosen, setChosen] = useState<readonly Colleague[]>([]);
  const field = useRef<HTMLTextAreaElement>(null);
  const movedTo = useRef<number>(undefined);
  // Moves the caret before the next keystroke, so that typing continues after the inserted name.
  useLayoutEffect(() => {
    if (movedTo.current === undefined) return;
    field.current?.setSelectionRange(movedTo.current, movedTo.current);
    movedTo.current = undefined;
  });
  const mention = mentionAt(text, caret);
  const { data, refetch } = useQuery(colleaguesQuery(object, hasMention(text)));
  const choices = useChoices(mention ? offered(data?.list ?? [], mention.typed) : [], `${mention?.at}/${mention?.typed}`);
  const reach = reachOf(text, chosen, data, choices.list.length > 0 ? mention : undefined);
  const { submit, isPending, isWarned, refusals } = useSubmission({ object, text, chosen, colleagues: data, refetch }, () => {
    setText('');
    setChosen([]);
  });
  useDraft(givenText(text) !== '');
  const id = useId();
  const length = codePointLength(givenText(text));

  const choose = (colleague: Colleague) => {
    if (!mention) return;
    const next = withMention(text, mention, colleague.name);
    setText(next.text);
    setCaret(next.caret);
    setChosen([...chosen.filter((one) => one.id !== colleague.id), colleague]);
    movedTo.current = next.caret;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (choices.onKeyDown(event, choose)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
  };

  return (
    <div className="note-form">
      <textarea
        ref={field}
        className="input note-field"
        aria-label="备注内容"
        aria-keyshortcuts="c"
        placeholder="写备注，用 @ 提到同事"
        rows={3}
        value={text}
        role="combobox"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={choices.list.length > 0}
        aria-controls={id}
        aria-activedescendant={choices.current ? `${id}-${choices.current.id}` : undefined}
        onChange={(event) => {
          setText(event.target.value);
          setCaret(event.target.selectionStart);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
      />
      <Offer id={id} list={choices.list} current={choices.current} choose={choose} />
      <ReachLine reach={data || !hasMention(text) || isWarned ? reach : { ...reach, faults: [] }} isWarned={isWarned} />
      <div className="note-foot">
        <span className="note-hint num" data-over={length > limits.noteChars}>
          {length > limits.noteChars - 200 ? `${length} / ${limits.noteChars}` : 'Ctrl+Enter 发送'}
        </span>
        <GuardedButton
          className="btn btn-primary"
          disabled={length === 0 || length > limits.noteChars}
          pending={isPending}
          resetKey={`${refusals} ${text} ${isWarned}`}
          onClick={() => void submit()}
        >
          {isWarned ? '仍要添加' : '添加'}
        </GuardedButton>
      </div>
    </div>
  );
}

/** Whom the note will tell, and why an `@` reaches nobody. */
function ReachLine({ reach: { reached, faults }, isWarned }: { reach: Reach; isWarned: boolean }) {
  return (
    <div className="note-reach" role="status">
      {reached.length > 0 && (
        <p className="note-hint">
          将提醒
          {reached.map(({ id, name }) => (
            <span key={id} className="mention">
              @{given(name)}
            </span>
          ))}
        </p>
      )}
      {faults.map((fault) => (
        <p key={fault} className="note-fault">
          {given(fault)}
        </p>
      ))}
      {isWarned && <p className="note-hint">请改正，或再按一次保存。</p>}
    </div>
  );
}

interface OfferProps {
  readonly id: string;
  readonly list: readonly Colleague[];
  readonly current: Colleague | undefined;
  readonly choose: (colleague: Colleague) => void;
}

function Offer({ id, list, current, choose }: OfferProps) {
  return (
    <ul id={id} className="note-offer" role="listbox" aria-label="可提及的同事" hidden={list.length === 0}>
      {list.map((colleague) => (
        <li
          key={colleague.id}
          id={`${id}-${colleague.id}`}
          role="option"
          aria-selected={colleague === current}
          onMouseDown={(event) => {
            event.preventDefault(); // keeps the focus in the field
            choose(colleague);
          }}
        >
          <span>{colleague.name}</span>
          <span className="note-hint">{colleague.position}</span>
        </li>
      ))}
    </ul>
  );
}

/** The suggested colleagues and the one that Enter takes; Esc closes the list until the text changes. */
function useChoices(given: readonly Colleague[], typed: string) {
  const [at, setAt] = useState({ typed, index: 0, isClosed: false });
  const state = at.typed === typed ? at : { typed, index: 0, isClosed: false };
  const list = state.isClosed ? [] : given;
  const current = list[Math.min(state.index, list.length - 1)];
  const onKeyDown = (event: KeyboardEvent, choose: (colleague: Colleague) => void): boolean => {
    if (!current || event.ctrlKey || event.metaKey) return false;
    const step = { ArrowDown: 1, ArrowUp: list.length - 1 }[event.key];
    if (step !== undefined) setAt({ ...state, index: (list.indexOf(current) + step) % list.length });
    else if (event.key === 'Enter' || event.key === 'Tab') choose(current);
    else if (event.key === 'Escape') setAt({ ...state, isClosed: true });
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { list, current, onKeyDown };
}

interface Written {
  readonly object: string;
  readonly text: string;
  readonly chosen: readonly Colleague[];
  readonly colleagues: Colleagues | undefined;
  readonly refetch: () => Promise<{ readonly data: Colleagues | undefined }>;
}

/** Saves the note; a text with an `@` that reaches nobody is saved at the second try. */
function useSubmission({ object, text, chosen, colleagues, refetch }: Written, saved: () => void) {
  const cache = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const [warnedOf, setWarnedOf] = useState<string>();
  const isWarned = warnedOf === text;
  const submit = async () => {
    const content = givenText(text);
    if (content === '' || codePointLength(content) > limits.noteChars || isPending) return;
    setPending(true);
    try {
      const known = colleagues ?? (hasMention(content) ? (await refetch()).data : undefined);
      const { reached, faults } = reachOf(content, chosen, known);
      if (faults.length > 0 && !isWarned) return setWarnedOf(text);
      const about = { act: '将提醒', name: reached.map(({ name }) => name).join('、') };
      await post('/api/ajax/note/save', { object, content, mentions: reached.map(({ id }) => id) }, { about });
      saved();
      await cache.invalidateQueries({ queryKey: ['notes', object] });
    } catch {
      setRefusals((count) => count + 1); // the call has reported its failure
    } finally {
      setPending(false);
    }
  };
  return { submit, isPending, isWarned, refusals };
}

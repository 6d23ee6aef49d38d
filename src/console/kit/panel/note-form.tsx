import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { limits } from '../../../domain/business/codes/limits.ts';
import { codePointLength } from '../../../domain/kit/text/length.ts';
import { givenText } from '../../../domain/kit/text/visible-text.ts';
import { useDraft } from '../drafts/use-draft.ts';
import { post } from '../net/call.ts';
import { GuardedButton } from '../ui/guarded-button.tsx';
import { mentionAt, offered, stillNamed, withMention, type Colleague } from './mention.ts';
import { colleaguesQuery } from './notes-query.ts';

/** Writes a note; `@` suggests the colleagues who may open the object. */
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
  const { data } = useQuery(colleaguesQuery(object, mention !== undefined));
  const choices = useChoices(mention ? offered(data?.list ?? [], mention.typed) : [], `${mention?.at}/${mention?.typed}`);
  const { isPending, refusals, send } = useSending(object, () => {
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
  const submit = () => {
    const content = givenText(text);
    if (content !== '' && length <= limits.noteChars && !isPending) void send(content, stillNamed(content, chosen));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (choices.onKeyDown(event, choose)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
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
      <div className="note-foot">
        <span className="note-hint num" data-over={length > limits.noteChars}>
          {length > limits.noteChars - 200 ? `${length} / ${limits.noteChars}` : 'Ctrl+Enter 发送'}
        </span>
        <GuardedButton
          className="btn btn-primary"
          disabled={length === 0 || length > limits.noteChars}
          pending={isPending}
          resetKey={`${refusals} ${text}`}
          onClick={submit}
        >
          添加
        </GuardedButton>
      </div>
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

function useSending(object: string, sent: () => void) {
  const cache = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const send = async (content: string, mentions: readonly Colleague[]) => {
    setPending(true);
    try {
      await post('/api/ajax/note/save', { object, content, mentions: mentions.map(({ id }) => id) });
      sent();
      await cache.invalidateQueries({ queryKey: ['notes', object] });
    } catch {
      setRefusals((count) => count + 1); // the call has reported its failure
    } finally {
      setPending(false);
    }
  };
  return { isPending, refusals, send };
}

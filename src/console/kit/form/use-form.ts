import { useCallback, useState, type FormEvent } from 'react';
import { TransportError } from '../net/request.ts';
import { toast } from '../ui/toast.ts';
import type { DraftFields } from '../../../contract/console/drafts.ts';
import type { SavedDraft } from './saved-draft-notice.tsx';
import { useSavedDraft } from './use-saved-draft.ts';
import { CallRefused, isConflict } from '../net/verdict.ts';

export type Faults = Readonly<Record<string, string | undefined>>;

interface Spec<Values> {
  readonly initial: Values;
  /** Errors by field; undefined for a valid one. */
  readonly check: (values: Values) => Faults;
  readonly send: (values: Values) => Promise<unknown>;
  readonly done: () => void;
  /** What is stored for the operator's return; never a password. */
  readonly draft: {
    readonly subject: string;
    readonly encode: (values: Values) => DraftFields;
    readonly decode: (fields: DraftFields) => Partial<Values>;
  };
}

/** State of a form on a page: its draft, its errors, and the server's reply. Leaving the page with a draft asks first. */
export function useForm<Values extends object>({ initial, check, send, done, draft }: Spec<Values>) {
  // The caller passes a new object on each render; the first one counts.
  const [first] = useState(initial);
  const [values, setValues] = useState(first);
  const [faults, setFaults] = useState<Faults>({});
  const [pending, setPending] = useState(false);
  /** The server's message if somebody else changed the object first. */
  const [lost, setLost] = useState<string>();
  const [isSent, setSent] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const isDirty = values !== first && !isSent;
  const { found, forget, release } = useSavedDraft({ subject: draft.subject, kind: 'form', fields: draft.encode(values), isDirty });

  const change = useCallback((next: Partial<Values>) => {
    setValues((before) => ({ ...before, ...next }));
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in next))));
  }, []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const faulty = check(values);
    setFaults(faulty);
    if (Object.values(faulty).some((fault) => fault !== undefined)) {
      setRefusals((before) => before + 1);
      return;
    }
    setPending(true);
    try {
      await send(values);
      setSent(true);
      release();
      forget();
      done();
    } catch (error) {
      setRefusals((before) => before + 1);
      if (error instanceof TransportError) toast('error', error.message);
      if (isConflict(error)) setLost(error.message);
      else if (error instanceof CallRefused) setFaults(error.fields);
    } finally {
      setPending(false);
    }
  };
  const savedDraft: SavedDraft | undefined = found && {
    atMs: found.atMs,
    restore: () => change(draft.decode(found.fields)),
    discard: forget,
  };
  return { values, change, faults, pending, lost, refusals, savedDraft, submit: (event: FormEvent) => void submit(event) };
}

/** The fields of a draft that are strings. */
export function textsAmong<Name extends string>(
  fields: Readonly<Record<Name, DraftFields[string] | undefined>>,
): Partial<Record<Name, string>> {
  const texts: Partial<Record<Name, string>> = {};
  for (const name in fields) {
    const value = fields[name];
    if (typeof value === 'string') texts[name] = value;
  }
  return texts;
}

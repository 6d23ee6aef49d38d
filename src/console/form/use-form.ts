import { useCallback, useState, type FormEvent } from 'react';
import { TransportError } from '../net/request.ts';
import { toast } from '../ui/toast.ts';
import { useDraft } from '../drafts/use-draft.ts';
import { CallRefused, isConflict } from '../net/verdict.ts';

export type Faults = Readonly<Record<string, string | undefined>>;

interface Spec<Values> {
  readonly initial: Values;
  /** What is wrong, by field; undefined where nothing is. */
  readonly check: (values: Values) => Faults;
  readonly send: (values: Values) => Promise<unknown>;
  readonly done: () => void;
}

/** A form on a page: a draft, what is wrong with it, and what the server said. A draft is asked about before the page is left. */
export function useForm<Values extends object>({ initial, check, send, done }: Spec<Values>) {
  const [values, setValues] = useState(initial);
  const [faults, setFaults] = useState<Faults>({});
  const [pending, setPending] = useState(false);
  /** Somebody else changed it first: what the server told. */
  const [lost, setLost] = useState<string>();
  const [isSent, setSent] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const isDirty = values !== initial && !isSent;
  const release = useDraft(isDirty);

  const change = useCallback((next: Partial<Values>) => {
    setValues((before) => ({ ...before, ...next }));
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in next))));
  }, []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = check(values);
    setFaults(found);
    if (Object.values(found).some((fault) => fault !== undefined)) return;
    setPending(true);
    try {
      await send(values);
      setSent(true);
      release();
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
  return { values, change, faults, pending, lost, refusals, submit: (event: FormEvent) => void submit(event) };
}

import type { FormInstance } from 'antd/es/form';
import { useState } from 'react';
import { newRequestId } from '../net/request-id.ts';
import { TransportError } from '../net/request.ts';
import { CallRefused } from '../net/verdict.ts';
import { toast } from '../ui/toast.ts';
import { askedTexts, type FormField, type FormValues } from './form-field.tsx';

/** How a form's values are sent. */
export interface Submission {
  /** Returns what must be confirmed before these values are sent. If it asks the server, a refusal is shown like one of the form. */
  readonly question?: (values: FormValues) => Question | undefined | Promise<Question | undefined>;
  /** Sends the form; a refusal is shown below the fields that it names. `requestId` stays the same while the form is open. */
  readonly submit: (values: FormValues, requestId: string) => Promise<unknown>;
}

export interface Question {
  readonly title: string;
  /** What is confirmed, in one word. */
  readonly verb: string;
  readonly text: string;
  readonly isDanger?: boolean;
}

interface Parts extends Submission {
  readonly form: FormInstance<Record<string, string>>;
  readonly fields: readonly FormField[];
  readonly sent: () => void;
}

/** Sends a form after its question, if any, is confirmed; shows a refusal below the fields that it names. */
export function useSubmission({ form, fields, question, submit, sent }: Parts) {
  const [requestId, setRequestId] = useState(newRequestId);
  const [pending, setPending] = useState(false);
  const [asked, setAsked] = useState<Question & { values: FormValues }>();
  const [refusals, setRefusals] = useState(0);
  const free = () => setRefusals((before) => before + 1);

  const attempt = async (work: () => Promise<void>) => {
    setPending(true);
    try {
      await work();
    } catch (error) {
      free();
      if (error instanceof TransportError) toast('error', error.message);
      if (error instanceof CallRefused) form.setFields(Object.entries(error.fields).map(([name, text]) => ({ name, errors: [text] })));
    } finally {
      setPending(false);
    }
  };
  const send = async (values: FormValues) => {
    setAsked(undefined);
    await attempt(async () => {
      await submit(values, requestId);
      sent();
    });
  };
  const finish = (given: Record<string, string>) =>
    attempt(async () => {
      const values = askedTexts(fields, given);
      const asks = await question?.(values);
      if (asks) setAsked({ ...asks, values });
      else await send(values);
    });
  return {
    pending,
    /** Stored with the draft, so that a form sent before and after a crash counts once. */
    requestId,
    setRequestId,
    asked,
    /** How often 确定 failed; each failure enables the button again. */
    refusals,
    free,
    finish: (given: Record<string, string>) => void finish(given),
    send: (values: FormValues) => void send(values),
    cancelQuestion: () => {
      setAsked(undefined);
      free();
    },
  };
}

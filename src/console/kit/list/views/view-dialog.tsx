import { useId, useRef, useState, type FormEvent } from 'react';
import { codePointLength } from '../../../../domain/kit/text/length.ts';
import { viewLimits } from '../../../../domain/business/codes/views.ts';
import { givenText } from '../../../../domain/kit/text/visible-text.ts';
import { useDraft } from '../../drafts/use-draft.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { NewViewFields, type ViewForm, type ViewSent } from './view-form.tsx';

interface Props {
  readonly title: string;
  readonly name: string;
  /** A new view needs more than a name. */
  readonly isNew: boolean;
  readonly canPin: boolean;
  readonly submit: (form: ViewForm) => Promise<ViewSent>;
  readonly close: () => void;
}

/** Asks for the name of a view and, for a new one, who can read it and where it appears. */
export function ViewDialog({ title, name, isNew, canPin, submit, close }: Props) {
  const { form, change, fault, tries, pending, send, input } = useViewForm(name, submit, close);
  const id = useId();
  return (
    <Dialog
      title={title}
      width={420}
      close={close}
      opened={() => input.current?.select()}
      footer={
        <div className="dialog-buttons">
          <button type="button" className="btn" onClick={close} disabled={pending}>
            取消
          </button>
          <GuardedButton type="submit" form={`${id}-form`} className="btn btn-primary" pending={pending} resetKey={tries}>
            确定
          </GuardedButton>
        </div>
      }
    >
      <form id={`${id}-form`} className="view-form" onSubmit={send} noValidate>
        <label htmlFor={id} className="required">
          视图名称
        </label>
        <span className="view-name">
          <input
            id={id}
            ref={input}
            className="input"
            value={form.name}
            placeholder="例如：待审核的企业"
            autoComplete="off"
            aria-required
            aria-invalid={fault !== ''}
            aria-describedby={`${id}-fault`}
            onChange={(event) => change({ name: event.target.value })}
          />
          <span className="num" aria-hidden="true">{`${codePointLength(form.name)} / ${viewLimits.nameChars}`}</span>
        </span>
        <p id={`${id}-fault`} className="view-fault" role="alert">
          {fault}
        </p>
        {isNew && <NewViewFields id={id} form={form} canPin={canPin} change={change} />}
      </form>
    </Dialog>
  );
}

function useViewForm(name: string, submit: Props['submit'], close: () => void) {
  const [form, setForm] = useState<ViewForm>({ name, scope: 'own', isDefault: false, isPinned: false });
  const [fault, setFault] = useState('');
  /** Each change and each refusal enables the button again. */
  const [tries, setTries] = useState(0);
  const [pending, setPending] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const release = useDraft(form.name !== name);
  const judge = (text: string) => {
    setFault(text);
    setTries((before) => before + 1);
  };
  const refuse = (text: string) => {
    judge(text);
    input.current?.focus();
  };
  const sendName = async (text: string) => {
    setPending(true);
    const sent = await submit({ ...form, name: text });
    setPending(false);
    if (typeof sent === 'string') return refuse(sent);
    release();
    close();
    return sent();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    const text = givenText(form.name);
    if (text === '') refuse('请填写视图名称');
    else if (codePointLength(text) > viewLimits.nameChars) refuse(`视图名称最多${viewLimits.nameChars}个字`);
    else void sendName(text);
  };
  const change = (part: Partial<ViewForm>) => {
    setForm((before) => ({ ...before, ...part }));
    judge('');
  };
  return { form, change, fault, tries, pending, send, input };
}

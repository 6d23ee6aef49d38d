import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useState, type ComponentType } from 'react';
import { codePointLength } from '../../domain/codes/limits.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { GuardedButton } from '../ui/guarded-button.tsx';
import type { Option } from '../list/list-source.ts';
import { newRequestId } from '../net/request-id.ts';
import { TransportError } from '../net/request.ts';
import { toast } from '../ui/toast.ts';
import { useDraft } from '../drafts/use-draft.ts';
import { CallRefused } from '../net/verdict.ts';
import './form-dialog.css';

/** One field of a form dialog. `missing` makes it required and is what an empty one says. */
export type FormField = {
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly missing?: string;
  /** What is wrong with a value, when it is neither missing nor too long. */
  readonly check?: (value: string) => string | undefined;
  /** Stands under the field and tells more about what has been filled in so far. */
  readonly note?: ComponentType<{ readonly values: FormValues }>;
  /** Whether the other values ask for this field; an unasked one is hidden and sent empty. */
  readonly when?: (values: FormValues) => boolean;
  /** Takes half of the dialog's width. */
  readonly isHalf?: boolean;
} & (
  | { readonly kind: 'text' | 'area' | 'password'; readonly maxChars?: number; readonly initial?: string }
  | { readonly kind: 'select'; readonly options: readonly Option[]; readonly initial?: string | number }
  | { readonly kind: 'custom'; readonly Control: ComponentType<FormControlProps>; readonly initial?: string }
);

/** What a control of its own is given: the field's text, and a way to change it. */
export interface FormControlProps {
  readonly values: FormValues;
  readonly placeholder: string | undefined;
  /** These three come from the form around it. */
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

export type FormValues = Readonly<Record<string, string>>;

interface Spec {
  readonly title: string;
  readonly width?: number;
  /** All of them, or those that the values so far lead to. */
  readonly fields: readonly FormField[] | ((values: FormValues) => readonly FormField[]);
  /** What must be confirmed before these values are sent. What it has to ask the server for may be refused as the form itself is. */
  readonly question?: (values: FormValues) => Question | undefined | Promise<Question | undefined>;
  /** Sends the form; its refusal is put under the fields that it names. `requestId` is the same as long as the form stays open. */
  readonly submit: (values: FormValues, requestId: string) => Promise<unknown>;
}

export interface Question {
  readonly title: string;
  readonly text: string;
  readonly isDanger?: boolean;
}

interface Ways {
  readonly close: () => void;
  readonly done: () => void;
}

/** A form dialog as a value. */
export function formDialog(spec: Spec): ComponentType<Ways> {
  return function DeclaredForm(ways) {
    return <FormDialog {...spec} {...ways} />;
  };
}

/** A form dialog: labels on top, counters by code point, errors under the field and the focus on the first. */
export function FormDialog({ title, width, fields: declared, question, submit, close, done }: Spec & Ways) {
  const [form] = Form.useForm<Record<string, string>>();
  const filledIn = textsOf(Form.useWatch<Record<string, unknown> | undefined>([], form) ?? {});
  const fields = typeof declared === 'function' ? declared(filledIn) : declared;
  const [requestId] = useState(newRequestId);
  const [pending, setPending] = useState(false);
  const [isDirty, setDirty] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [asked, setAsked] = useState<Question & { values: FormValues }>();
  /** How often 确定 came to nothing; it is free again each time. */
  const [refusals, setRefusals] = useState(0);
  const free = () => setRefusals((before) => before + 1);
  const release = useDraft(isDirty);

  const finish = async (given: Record<string, string>) => {
    const texts = textsOf(given);
    const values = Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [
        name,
        fields.every((field) => field.name !== name || isAsked(field, texts)) ? text : '',
      ]),
    );
    setPending(true);
    try {
      const asks = await question?.(values);
      if (asks) setAsked({ ...asks, values });
      else await send(values);
    } catch (error) {
      refused(error);
    } finally {
      setPending(false);
    }
  };
  const refused = (error: unknown) => {
    free();
    if (error instanceof TransportError) toast('error', error.message);
    if (error instanceof CallRefused) form.setFields(Object.entries(error.fields).map(([name, text]) => ({ name, errors: [text] })));
  };
  const send = async (values: FormValues) => {
    setAsked(undefined);
    setPending(true);
    try {
      await submit(values, requestId);
      release();
      done();
    } catch (error) {
      refused(error);
    } finally {
      setPending(false);
    }
  };
  // What was said of a value does not hold for the next one; leaving the field judges that.
  const changed = (values: Record<string, unknown>) => {
    setDirty(true);
    form.setFields(Object.keys(values).map((name) => ({ name, errors: [] })));
  };
  const cancelQuestion = () => {
    setAsked(undefined);
    free();
  };
  const leave = () => (isDirty && !pending ? setLeaving(true) : close());

  return (
    <Dialog
      title={title}
      {...(width === undefined ? {} : { width })}
      close={leave}
      footer={
        <div className="dialog-buttons">
          <button type="button" className="btn" onClick={leave} disabled={pending}>
            取消
          </button>
          <GuardedButton className="btn btn-primary" pending={pending} freedBy={refusals} onClick={form.submit}>
            确定
          </GuardedButton>
        </div>
      }
    >
      <Form
        className="form-grid"
        form={form}
        layout="vertical"
        requiredMark={false}
        scrollToFirstError={{ focus: true }}
        onFinish={(given) => void finish(given)}
        onFinishFailed={free}
        onValuesChange={changed}
      >
        {fields.map((field) => (
          <Form.Item
            key={field.name}
            name={field.name}
            label={field.label}
            className={field.isHalf ? 'form-half' : undefined}
            hidden={!isAsked(field, filledIn)}
            validateTrigger="onBlur"
            rules={[
              { validator: async (_rule, value: unknown) => refuse(isAsked(field, filledIn) ? faultOf(field, textOf(value)) : undefined) },
            ]}
            initialValue={field.initial ?? (field.kind === 'select' ? undefined : '')}
            extra={field.note && <field.note values={filledIn} />}
          >
            {control(field, filledIn)}
          </Form.Item>
        ))}
      </Form>
      {isLeaving && (
        <ConfirmDialog
          title="内容尚未提交"
          text="已填写的内容不会保存，确定离开吗？"
          isLeaving
          confirm={close}
          cancel={() => setLeaving(false)}
        />
      )}
      {asked && (
        <ConfirmDialog
          title={asked.title}
          text={asked.text}
          isDanger={asked.isDanger ?? false}
          confirm={() => void send(asked.values)}
          cancel={cancelQuestion}
        />
      )}
    </Dialog>
  );
}

/** What is wrong with a field's value; undefined when nothing is. */
export function faultOf(field: FormField, value: string): string | undefined {
  const text = value.trim();
  if (text === '') return field.missing;
  if ('maxChars' in field && field.maxChars !== undefined && codePointLength(text) > field.maxChars)
    return `${field.label}最多${field.maxChars}个字`;
  return field.check?.(text);
}

function isAsked(field: FormField, values: FormValues): boolean {
  return field.when?.(values) ?? true;
}

function control(field: FormField, values: FormValues) {
  if (field.kind === 'custom') return <field.Control values={values} placeholder={field.placeholder} />;
  if (field.kind === 'select') return <Select options={[...field.options]} placeholder={field.placeholder} />;
  const count = field.maxChars === undefined ? undefined : { show: true, max: field.maxChars, strategy: codePointLength };
  if (field.kind === 'area') return <Input.TextArea rows={3} placeholder={field.placeholder} count={count} />;
  if (field.kind === 'password') return <Input.Password placeholder={field.placeholder} autoComplete="new-password" />;
  return <Input placeholder={field.placeholder} count={count} />;
}

async function refuse(fault: string | undefined): Promise<void> {
  if (fault !== undefined) throw new Error(fault);
}

function textsOf(values: Readonly<Record<string, unknown>>): FormValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value).trim()]));
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

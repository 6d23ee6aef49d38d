import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useEffect, useState, type ComponentType } from 'react';
import { codePointLength } from '../../domain/limits.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { holdDraft } from './drafts.ts';
import { GuardedButton } from './guarded-button.tsx';
import type { Option } from './list-source.ts';
import { newRequestId } from './request-id.ts';
import { TransportError } from './request.ts';
import { toast } from './toast.ts';
import { CallRefused } from './verdict.ts';

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
} & ({ readonly kind: 'text' | 'area' | 'password'; readonly maxChars?: number } | { readonly kind: 'select'; readonly options: readonly Option[]; readonly initial?: string | number });

export type FormValues = Readonly<Record<string, string>>;

interface Spec {
  readonly title: string;
  readonly fields: readonly FormField[];
  /** Sends the form; its refusal is put under the fields that it names. `requestId` is the same as long as the form stays open. */
  readonly submit: (values: FormValues, requestId: string) => Promise<unknown>;
}

/** A form dialog as a value: labels on top, counters by code point, errors under the field and the focus on the first. */
export function formDialog({ title, fields, submit }: Spec): ComponentType<{ close: () => void; done: () => void }> {
  return function DeclaredForm({ close, done }) {
    const [form] = Form.useForm<Record<string, string>>();
    const filledIn = textsOf(Form.useWatch<Record<string, unknown> | undefined>([], form) ?? {});
    const [requestId] = useState(newRequestId);
    const [pending, setPending] = useState(false);
    const [isDirty, setDirty] = useState(false);
    const [isLeaving, setLeaving] = useState(false);
    useEffect(() => (isDirty ? holdDraft() : undefined), [isDirty]);

    const send = async (values: Record<string, string>) => {
      setPending(true);
      try {
        await submit(textsOf(values), requestId);
        done();
      } catch (error) {
        if (error instanceof TransportError) toast('error', error.message);
        if (error instanceof CallRefused) form.setFields(Object.entries(error.fields).map(([name, text]) => ({ name, errors: [text] })));
      } finally {
        setPending(false);
      }
    };
    const leave = () => (isDirty && !pending ? setLeaving(true) : close());

    return (
      <Dialog
        title={title}
        close={leave}
        footer={
          <div className="dialog-buttons">
            <button type="button" className="btn" onClick={leave} disabled={pending}>
              取消
            </button>
            <GuardedButton className="btn btn-primary" pending={pending} onClick={form.submit}>
              确定
            </GuardedButton>
          </div>
        }
      >
        <Form form={form} layout="vertical" requiredMark={false} scrollToFirstError={{ focus: true }} onFinish={(values) => void send(values)} onValuesChange={() => setDirty(true)}>
          {fields.map((field) => (
            <Form.Item key={field.name} name={field.name} label={field.label} validateTrigger="onBlur" rules={[{ validator: async (_rule, value: unknown) => refuse(faultOf(field, textOf(value))) }]} initialValue={field.kind === 'select' ? field.initial : ''} extra={field.note && <field.note values={filledIn} />}>
              {control(field)}
            </Form.Item>
          ))}
        </Form>
        {isLeaving && <ConfirmDialog title="内容尚未提交" text="已填写的内容不会保存，确定离开吗？" confirm={close} cancel={() => setLeaving(false)} />}
      </Dialog>
    );
  };
}

/** What is wrong with a field's value; undefined when nothing is. */
export function faultOf(field: FormField, value: string): string | undefined {
  const text = value.trim();
  if (text === '') return field.missing;
  if (field.kind !== 'select' && field.maxChars !== undefined && codePointLength(text) > field.maxChars) return `${field.label}最多${field.maxChars}个字`;
  return field.check?.(text);
}

function control(field: FormField) {
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

import Form from 'antd/es/form';
import { useState, type ComponentType, type ReactNode } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { GuardedButton } from '../ui/guarded-button.tsx';
import { SavedDraftNotice } from './saved-draft-notice.tsx';
import { useSavedDraft } from './use-saved-draft.ts';
import type { DraftFields } from '../../../contract/console/drafts.ts';
import { FieldItem, keepable, textsOf, valuesOf, type FormField, type FormValues } from './form-field.tsx';
import { useSubmission, type Submission } from './use-submission.ts';
import './form-dialog.css';

interface Spec extends Submission {
  readonly title: string;
  readonly width?: number;
  /** Subject of the draft under which the input is stored for the operator's return; passwords are never stored. */
  readonly draft?: string;
  /** All fields, or a function of the current values. */
  readonly fields: readonly FormField[] | ((values: FormValues) => readonly FormField[]);
}

interface DialogHandlers {
  readonly close: () => void;
  readonly done: () => void;
}

/** Makes a component from the description of a form dialog. */
export function formDialog(spec: Spec): ComponentType<DialogHandlers> {
  return function DeclaredForm(handlers) {
    return <FormDialog {...spec} {...handlers} />;
  };
}

/** A form dialog: labels on top, counters by code point, errors below the fields, and the focus on the first faulty one. */
export function FormDialog({ title, width, draft, fields: declared, close, done, ...submission }: Spec & DialogHandlers) {
  const [form] = Form.useForm<Record<string, string>>();
  const filledIn = textsOf(Form.useWatch<Record<string, unknown> | undefined>([], form) ?? {});
  const fields = typeof declared === 'function' ? declared(filledIn) : declared;
  const [isDirty, setDirty] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const sent = () => {
    release();
    forget();
    done();
  };
  const submitting = useSubmission({ ...submission, form, fields, sent });
  const { pending, asked, refusals, free, finish, send, cancelQuestion, requestId, setRequestId } = submitting;
  const { found, forget, release } = useSavedDraft({
    subject: draft,
    kind: 'form',
    fields: { ...keepable(fields, filledIn), requestId },
    isDirty,
  });
  const restore = (stored: DraftFields) => {
    form.setFieldsValue(valuesOf(fields, stored));
    if (typeof stored['requestId'] === 'string') setRequestId(stored['requestId']);
    setDirty(true);
  };

  // An error of the previous value does not apply to the new one; leaving the field validates that.
  const changed = (values: Record<string, unknown>) => {
    setDirty(true);
    form.setFields(Object.keys(values).map((name) => ({ name, errors: [] })));
  };
  const leave = () => (isDirty && !pending ? setLeaving(true) : close());

  return (
    <Dialog
      title={title}
      {...(width === undefined ? {} : { width })}
      close={leave}
      opened={() => form.focusField(firstTyped(fields))}
      footer={<Buttons leave={leave} pending={pending} resetKey={refusals} submit={form.submit} />}
    >
      <Form
        className="form-grid"
        form={form}
        layout="vertical"
        requiredMark={marked}
        scrollToFirstError={{ focus: true }}
        onFinish={finish}
        onFinishFailed={free}
        onValuesChange={changed}
      >
        {found && (
          <div className="form-kept">
            <SavedDraftNotice atMs={found.atMs} restore={() => restore(found.fields)} discard={forget} />
          </div>
        )}
        {fields.map((field) => (
          <FieldItem key={field.name} field={field} values={filledIn} />
        ))}
      </Form>
      {isLeaving && (
        <ConfirmDialog
          title="内容尚未提交"
          text="已填写的内容不会保存，确定离开吗？"
          isLeaving
          confirm={() => {
            release();
            forget();
            close();
          }}
          cancel={() => setLeaving(false)}
        />
      )}
      {asked && <ConfirmDialog {...asked} confirm={() => send(asked.values)} cancel={cancelQuestion} />}
    </Dialog>
  );
}

/** A label with the mark of a required field. */
function marked(label: ReactNode, { required }: { required: boolean }): ReactNode {
  return required ? <span className="required">{label}</span> : label;
}

/** The first text field; a select or a day would open its panel. If there is none, the first field. */
function firstTyped(fields: readonly FormField[]): string {
  return (fields.find(({ kind }) => kind === 'text' || kind === 'area' || kind === 'password') ?? fields[0])?.name ?? '';
}

interface ButtonsProps {
  readonly leave: () => void;
  readonly pending: boolean;
  readonly resetKey: number;
  readonly submit: () => void;
}

function Buttons({ leave, pending, resetKey, submit }: ButtonsProps) {
  return (
    <div className="dialog-buttons">
      <button type="button" className="btn" onClick={leave} disabled={pending}>
        取消
      </button>
      <GuardedButton className="btn btn-primary" pending={pending} resetKey={resetKey} onClick={submit}>
        确定
      </GuardedButton>
    </div>
  );
}

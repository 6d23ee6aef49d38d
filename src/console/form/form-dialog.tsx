import Form from 'antd/es/form';
import { useState, type ComponentType } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { GuardedButton } from '../ui/guarded-button.tsx';
import { useDraft } from '../drafts/use-draft.ts';
import { FieldItem, textsOf, type FormField, type FormValues } from './form-field.tsx';
import { useSubmission, type Submission } from './use-submission.ts';
import './form-dialog.css';

interface Spec extends Submission {
  readonly title: string;
  readonly width?: number;
  /** All of them, or those that the values so far lead to. */
  readonly fields: readonly FormField[] | ((values: FormValues) => readonly FormField[]);
}

interface DialogHandlers {
  readonly close: () => void;
  readonly done: () => void;
}

/** A form dialog as a value. */
export function formDialog(spec: Spec): ComponentType<DialogHandlers> {
  return function DeclaredForm(handlers) {
    return <FormDialog {...spec} {...handlers} />;
  };
}

/** A form dialog: labels on top, counters by code point, errors under the field and the focus on the first. */
export function FormDialog({ title, width, fields: declared, close, done, ...submission }: Spec & DialogHandlers) {
  const [form] = Form.useForm<Record<string, string>>();
  const filledIn = textsOf(Form.useWatch<Record<string, unknown> | undefined>([], form) ?? {});
  const fields = typeof declared === 'function' ? declared(filledIn) : declared;
  const [isDirty, setDirty] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const release = useDraft(isDirty);
  const sent = () => {
    release();
    done();
  };
  const { pending, asked, refusals, free, finish, send, cancelQuestion } = useSubmission({ ...submission, form, fields, sent });

  // What was said of a value does not hold for the next one; leaving the field judges that.
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
        onFinish={finish}
        onFinishFailed={free}
        onValuesChange={changed}
      >
        {fields.map((field) => (
          <FieldItem key={field.name} field={field} values={filledIn} />
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
          confirm={() => send(asked.values)}
          cancel={cancelQuestion}
        />
      )}
    </Dialog>
  );
}

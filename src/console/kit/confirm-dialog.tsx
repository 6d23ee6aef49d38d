import { Dialog } from './dialog.tsx';
import { GuardedButton } from './guarded-button.tsx';

interface Props {
  readonly title: string;
  readonly text: string;
  readonly isDanger?: boolean;
  readonly pending?: boolean;
  readonly confirm: () => void;
  readonly cancel: () => void;
}

/** Destructive and final actions ask first. */
export function ConfirmDialog({ title, text, isDanger = false, pending = false, confirm, cancel }: Props) {
  return (
    <Dialog
      title={title}
      width={400}
      close={cancel}
      footer={
        <div className="dialog-buttons">
          <button type="button" className="btn" onClick={cancel} disabled={pending}>
            取消
          </button>
          <GuardedButton className={isDanger ? 'btn btn-danger' : 'btn btn-primary'} pending={pending} onClick={confirm}>
            确定
          </GuardedButton>
        </div>
      }
    >
      {text}
    </Dialog>
  );
}

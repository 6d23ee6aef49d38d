import { useRef, type KeyboardEvent } from 'react';
import { Dialog } from './dialog.tsx';
import { GuardedButton } from './guarded-button.tsx';

type Props = {
  readonly title: string;
  readonly text: string;
  readonly isDanger?: boolean;
  readonly pending?: boolean;
  readonly confirm: () => void;
  readonly cancel: () => void;
} & (
  | { /** What is confirmed, in one word: the button says 确定 and this. */ readonly verb: string; readonly isLeaving?: false }
  /** Asks whether unsaved input may be lost. Above any other dialog; Enter stays on the page. */
  | { readonly isLeaving: true; readonly verb?: undefined }
);

/**
 * Destructive and final actions ask for confirmation first, and the buttons say what they do. Enter answers with 确定; a held-down key does
 * not.
 */
export function ConfirmDialog({ title, text, isDanger = false, verb, isLeaving = false, pending = false, confirm, cancel }: Props) {
  const buttons = useRef<HTMLDivElement>(null);
  const ignoreRepeatedEnter = (event: KeyboardEvent) => event.key === 'Enter' && event.repeat && event.preventDefault();
  return (
    <Dialog
      title={title}
      width={400}
      close={cancel}
      opened={() => buttons.current?.querySelectorAll('button')[isLeaving ? 0 : 1]?.focus()}
      {...(isLeaving ? { zIndex: aboveAll } : {})}
      footer={
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it handles key events of its buttons
        <div className="dialog-buttons" ref={buttons} onKeyDown={ignoreRepeatedEnter}>
          <button type="button" className="btn" onClick={cancel} disabled={pending}>
            {isLeaving ? '继续编辑' : '取消'}
          </button>
          <GuardedButton className={isDanger ? 'btn btn-danger' : 'btn btn-primary'} pending={pending} onClick={confirm}>
            {isLeaving ? '离开' : `确定${verb}`}
          </GuardedButton>
        </div>
      }
    >
      {text}
    </Dialog>
  );
}

/** antd's dialogs begin at 1000 and add 100 per nesting level. */
const aboveAll = 1900;

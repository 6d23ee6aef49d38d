import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { FieldList } from '../../kit/ui/field-list.tsx';
import './clients.css';

interface Props {
  readonly title: string;
  readonly app_id: string;
  readonly security_key: string;
  /** A further remark on the key. */
  readonly note?: string;
  readonly close: () => void;
}

/** Shows a key, only this once. Only its button closes the dialog, so that an accidental key press does not. */
export function KeyDialog({ title, app_id, security_key, note, close }: Props) {
  return (
    <Dialog
      title={title}
      width={560}
      footer={
        <div className="dialog-buttons">
          <button type="button" className="btn btn-primary" onClick={close}>
            已保存，关闭
          </button>
        </div>
      }
    >
      <div className="client-key">
        <p>密钥只显示这一次。请现在复制并交给对接人员；关闭后无法再查看，遗失时只能轮换。</p>
        <FieldList
          columns={1}
          items={[
            { label: 'app_id', value: <Copied text={app_id} /> },
            { label: 'security_key', value: <Copied text={security_key} /> },
          ]}
        />
        {note !== undefined && <p>{note}</p>}
      </div>
    </Dialog>
  );
}

function Copied({ text }: { text: string }) {
  return (
    <span className="secret">
      {text}
      <CopyButton text={text} />
    </span>
  );
}

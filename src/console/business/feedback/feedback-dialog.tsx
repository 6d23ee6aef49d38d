import type { FeedbackRow } from '../../../contract/console/feedback.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { FieldList } from '../../kit/ui/field-list.tsx';
import { given } from '../../kit/ui/given-text.tsx';

/** A user's feedback in full, with the device that it came from. */
export function FeedbackDialog({ row, close }: { row: FeedbackRow; close: () => void }) {
  return (
    <Dialog title="反馈内容" width={640} close={close}>
      <FieldList
        items={[
          { label: '姓名', value: row.name },
          { label: '手机号', value: row.mobile },
          { label: '问题类型', value: row.type_name },
          { label: '手机型号', value: row.model_name },
          { label: '系统', value: `${row.status_name} ${row.version}`.trim() },
          { label: '反馈时间', value: row.add_time },
        ]}
      />
      <p className="whole-text">{given(row.content)}</p>
    </Dialog>
  );
}

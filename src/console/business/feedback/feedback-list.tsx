import { lazy, Suspense } from 'react';
import type { FeedbackRow } from '../../../contract/console/feedback.ts';
import type { RowDialog } from '../../kit/list/columns.ts';
import { listScreen } from '../../kit/list/list-screen.tsx';
import { feedbackSource } from './sources.ts';

const FeedbackDialog = lazy(async () => ({ default: (await import('./feedback-dialog.tsx')).FeedbackDialog }));

const FeedbackContent: RowDialog<FeedbackRow> = ({ row, close }) => (
  <Suspense>
    <FeedbackDialog row={row} close={close} />
  </Suspense>
);

export const FeedbackList = listScreen({
  name: 'feedback',
  source: feedbackSource,
  rowKey: (row) => row.id,
  columns: [
    { kind: 'text', title: '姓名', text: (row) => row.name, width: 120, grows: true },
    { kind: 'mobile', title: '手机号', text: (row) => row.mobile },
    { kind: 'text', title: '认证状态', text: (row) => row.userStatusName, width: 100 },
    { kind: 'text', title: '手机型号', text: (row) => row.model_name, width: 128 },
    { kind: 'text', title: '系统', text: (row) => row.status_name, width: 116 },
    { kind: 'text', title: '版本号', text: (row) => row.version, width: 76 },
    { kind: 'text', title: '问题类型', text: (row) => row.type_name, width: 88 },
    { kind: 'opens', title: '反馈内容', text: (row) => row.content, dialog: FeedbackContent },
    { kind: 'time', title: '反馈时间', text: (row) => row.add_time },
  ],
});

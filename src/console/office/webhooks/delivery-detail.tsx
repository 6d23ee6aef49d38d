import type { DeliveryRow } from '../../../contract/console/webhooks.ts';
import { DetailDialog } from '../../kit/ui/detail/detail-dialog.tsx';
import { RawText } from '../../kit/ui/detail/raw-text.tsx';
import './webhooks.css';

/** A delivery attempt: the request, and beside it the response. */
export function DeliveryDetail({ row, close }: { row: DeliveryRow; close: () => void }) {
  return (
    <DetailDialog
      title="投递详情"
      width={1000}
      close={close}
      columns={3}
      items={[
        { label: '事件', value: row.type },
        { label: '时间', value: row.time },
        { label: '状态', value: row.status_name },
        { label: '事件编号', value: row.event_id },
        { label: '次数', value: row.attempt },
        { label: '下次', value: row.next_time },
      ]}
    >
      <div className="delivery-sides">
        <Side title="请求" text={row.request} none="该事件已不再保留" />
        <Side title={answerTitle(row)} text={row.answer} none={row.error || (row.time === '' ? '尚未发送' : '应答没有内容')} />
      </div>
    </DetailDialog>
  );
}

function Side({ title, text, none }: { title: string; text: string; none: string }) {
  return <RawText title={title} text={text} shown={text === '' ? none : prettyOf(text)} isFramed />;
}

function answerTitle({ http_status: status, ms }: DeliveryRow): string {
  return ['应答', status === null ? '' : `HTTP ${status}`, ms === null ? '' : `${ms} 毫秒`].filter((part) => part !== '').join('　');
}

/** Formats a JSON body with line breaks; the headers stay as they are. */
function prettyOf(text: string): string {
  const at = text.indexOf('\n\n');
  const [head, body] = at < 0 ? ['', text] : [text.slice(0, at + 2), text.slice(at + 2)];
  try {
    return head + JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return text; // not JSON, or truncated
  }
}

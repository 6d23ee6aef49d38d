import type { CallRow } from '../../contract/console/open/clients.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FieldList } from '../ui/field-list.tsx';
import './clients.css';

/** A call that was refused: why, and for a signature that does not fit the text that the server compared it over. */
export function CallDetail({ row, close }: { row: CallRow; close: () => void }) {
  const [words = '', , ...signed] = row.reason.split('\n');
  return (
    <Dialog title="调用详情" width={680} close={close}>
      <div className="call-detail">
        <FieldList
          columns={2}
          items={[
            { label: '时间', value: row.time },
            { label: 'IP', value: row.ip },
            { label: '状态', value: row.status },
            { label: '耗时', value: `${row.ms} 毫秒` },
          ]}
        />
        <FieldList
          columns={1}
          items={[
            { label: '调用', value: row.call },
            { label: '原因', value: words },
          ]}
        />
        {signed.length > 0 && <SignedOver text={signed.join('\n')} />}
      </div>
    </Dialog>
  );
}

function SignedOver({ text }: { text: string }) {
  return (
    <section className="call-signed" aria-label="验签内容">
      <h3>
        验签内容 <CopyButton text={text} />
      </h3>
      <pre>{text}</pre>
      <p>五行依次为方法、路径与查询、时间戳、随机数、内容哈希，以换行连接。请与客户端签名前的内容逐字比对；一致时，是密钥不同。</p>
    </section>
  );
}

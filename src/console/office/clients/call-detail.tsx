import type { CallRow } from '../../../contract/console/clients.ts';
import { DetailDialog } from '../../kit/ui/detail/detail-dialog.tsx';
import { RawText } from '../../kit/ui/detail/raw-text.tsx';
import { FieldList } from '../../kit/ui/field-list.tsx';

/** Why a call was refused and, for a wrong signature, the text over which the server computed its own. */
export function CallDetail({ row, close }: { row: CallRow; close: () => void }) {
  const [words = '', , ...signed] = row.reason.split('\n');
  return (
    <DetailDialog
      title="调用详情"
      width={680}
      close={close}
      columns={2}
      items={[
        { label: '时间', value: row.time },
        { label: 'IP', value: row.ip },
        { label: '状态', value: row.status },
        { label: '耗时', value: `${row.ms} 毫秒` },
      ]}
    >
      <FieldList
        columns={1}
        items={[
          { label: '调用', value: row.call },
          { label: '原因', value: words },
        ]}
      />
      {signed.length > 0 && (
        <RawText title="验签内容" text={signed.join('\n')}>
          <p>五行依次为方法、路径与查询、时间戳、随机数、内容哈希，以换行连接。请与客户端签名前的内容逐字比对；一致时，是密钥不同。</p>
        </RawText>
      )}
    </DetailDialog>
  );
}

import type { FoundDocument } from './recognise-document.ts';
import { given } from '../ui/given-text.tsx';

interface Props {
  readonly found: FoundDocument;
  readonly fileName: string;
  /** As entered; empty without one. */
  readonly number: string;
}

/** What a document of the office is, who signed it, and how to check the evidence that it tells of. */
export function DocumentResult({ found: { name, number: own, origin, answer }, fileName, number }: Props) {
  const isOther = answer !== null && number !== '' && number !== own;
  return (
    <section className={`verify-card verify-result ${origin === 'ours' && !isOther ? 'is-known' : classes[origin]}`} aria-label="核验结果">
      <h2>{titleOf(name, origin)}</h2>
      <p>{sentences[origin]}</p>
      {isOther && <p className="verify-note">它属于另一个存证编号，与填写的编号不同。</p>}
      {answer?.result === 'none' && <p className="verify-note">本机构没有其中所写存证编号的记录。</p>}
      <dl>
        <div>
          <dt>您的文件</dt>
          <dd>{given(fileName)}</dd>
        </div>
        <div>
          <dt>{name === '公证书' ? '公证书编号' : '其中的存证编号'}</dt>
          <dd className="mono">{own}</dd>
        </div>
        {answer?.saveTime && (
          <div>
            <dt>存证时间</dt>
            <dd className="num">{answer.saveTime}</dd>
          </div>
        )}
      </dl>
      <p className="verify-basis">
        {name === '公证书'
          ? '公证书说明公证事项，本身不是被保存的文件。要核对其中所列的电子数据，请选择原始文件或者证据包。'
          : '它说明这份存证，本身不是被保存的文件。要核对内容，请选择原始文件或者证据包。'}
      </p>
    </section>
  );
}

function titleOf(name: string, origin: FoundDocument['origin']): string {
  if (origin === 'ours') return `本机构出具的${name}，未经改动`;
  if (origin === 'unknown') return `自称是${name}，无法判断`;
  return origin === 'others' ? `不是本机构签发的${name}` : `不是${name}的原件`;
}

const sentences: Record<FoundDocument['origin'], string> = {
  ours: '已在您的设备上核对：整个文件由本机构签署或者写入本机构的日志，此后一个字节也没有改动。',
  others: '签名本身成立，但签名者的证书不在本机构公布的证书之中，请勿采信。',
  broken: '没有覆盖整个文件的有效签名，或者与日志所记不同：内容已被改动，或者是另存、打印、转换出来的副本。请取得原件再核对。',
  unknown: '现在不能取得核对所需的公钥或者日志记录，请稍后重试。',
};
const classes: Record<FoundDocument['origin'], string> = {
  ours: 'is-pending',
  others: 'is-mismatch',
  broken: 'is-mismatch',
  unknown: 'is-pending',
};

import { documentSentences, documentTitle, documentTones } from './document-texts.ts';
import type { FoundDocument } from './recognise-document.ts';
import { given } from '../../kit/ui/given-text.tsx';

interface Props {
  readonly found: FoundDocument;
  readonly fileName: string;
  /** As entered; empty without one. */
  readonly number: string;
}

/** What a document of the office is, who signed it, and how to check the evidence that it tells of. */
export function DocumentResult({ found: { name, number: own, origin, signedBy, answer }, fileName, number }: Props) {
  const isOther = answer !== null && number !== '' && number !== own;
  return (
    <section
      className={`verify-card verify-result is-${isOther && origin === 'ours' ? 'undecided' : documentTones[origin]}`}
      aria-label="核验结果"
    >
      <h2>{documentTitle(name, origin)}</h2>
      <p>{documentSentences[origin]}</p>
      {isOther && <p className="verify-note">它属于另一个存证编号，与填写的编号不同。</p>}
      {answer && origin === 'others' && (
        <p className="verify-note">
          {answer.result === 'none' ? '本机构没有其中所写存证编号的记录。' : '本机构有其中所写存证编号的记录，但这份文件不是本机构签发的。'}
        </p>
      )}
      {answer?.result === 'none' && origin === 'broken' && <p className="verify-note">本机构没有其中所写存证编号的记录。</p>}
      <dl>
        <div>
          <dt>您的文件</dt>
          <dd>{given(fileName)}</dd>
        </div>
        <div>
          <dt>{name === '公证书' ? '公证书编号' : '其中的存证编号'}</dt>
          <dd className="mono">{own}</dd>
        </div>
        {signedBy !== null && origin !== 'ours' && (
          <div>
            <dt>签名证书 SHA-256 指纹</dt>
            <dd className="mono">{signedBy}</dd>
          </div>
        )}
        {answer?.saveTime && origin === 'ours' && (
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

import { dossierSections, dossierVersion, findingCounts } from '../../../../domain/proof/dossier/lines/document.ts';
import { visibleLine } from '../../../../domain/kit/text/visible-text.ts';
import type { Line } from '../../../../domain/proof/verify/line.ts';
import type { PackageReport } from '../../../../domain/proof/verify/verify-files.ts';
import type { CheckedPackage } from './verify-package.ts';
import { given } from '../../../kit/ui/given-text.tsx';

interface Props extends CheckedPackage {
  readonly fileName: string;
  /** Whether it names another number than the one entered, and is not what that one holds. */
  readonly isOther: boolean;
  /** Command that checks the package offline with this office's keys; null without them. */
  readonly command: string | null;
}

/** The result of checking a package on this device, line by line. */
export function PackageResult({ report, isRenewed, isOthers, fileName, isOther, command }: Props) {
  const { verdict, conclusion, summary, number, lines } = report;
  const of = (outcome: Line['outcome']) => lines.filter((line) => line.outcome === outcome);
  return (
    <section className={`verify-card verify-result is-${isOther ? 'undecided' : verdict}`} aria-label="核验结果">
      <h2>{isOther ? '证据包写的是另一个存证编号' : conclusion}</h2>
      {isOther && <p className="verify-note">它不是填写的编号所保存的文件，写的也不是这个编号。它自身的核对结果：{conclusion}。</p>}
      <p>证据包已在您的设备上逐项核对，没有上传。{summary}。</p>
      <dl>
        <div>
          <dt>证据包</dt>
          <dd>{given(fileName)}</dd>
        </div>
        <div>
          <dt>存证编号</dt>
          <dd className="mono">{number ?? '无法读取'}</dd>
        </div>
      </dl>
      <Group title="未通过" lines={of('fail')} isOpen />
      <Group title={verdict === 'match' ? '本页没有核对、不影响结论的' : '未核对'} lines={of('not-run')} isOpen={verdict !== 'match'} />
      <Group title="通过" lines={of('pass')} isOpen={false} />
      <DossierLines report={report} />
      <p className="verify-basis">
        {isRenewed && '存证记录以出具机构现在给出的最新一份核对。'}
        时间戳机构是否可信、文件的 SM3 摘要不在本页核对，可以用离线验证程序核对。
      </p>
      {command !== null && !isOthers && (
        <details className="verify-lines">
          <summary>给技术人员：离线核对的命令</summary>
          <code className="mono">{`npm install ${location.origin}/open/docs/notary-client.tgz`}</code>
          <code className="mono">{command}</code>
        </details>
      )}
    </section>
  );
}

function Group({ title, lines, isOpen }: { title: string; lines: readonly Line[]; isOpen: boolean }) {
  if (lines.length === 0) return null;
  return (
    <details className="verify-lines" open={isOpen}>
      <summary>{`${title} ${lines.length} 项`}</summary>
      <ul>
        {lines.map(({ outcome, label, subject, reason }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes, and two lines may be equal
          <li key={at} className={`is-${outcome}`}>
            <b>{label}</b>
            {subject !== null && <span className="mono">{visibleLine(subject)}</span>}
            {reason !== null && <span>{visibleLine(reason)}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** 审查说明, derived here from the package alone. */
function DossierLines({ report: { dossier, number } }: { report: PackageReport }) {
  const { as_of, lines } = dossier;
  const counts = findingCounts(lines).map(([finding, count]) => `${finding} ${count} 项`);
  return (
    <details className="verify-lines">
      <summary>{`审查说明：${counts.join('，')}`}</summary>
      <p className="verify-basis">审查说明回答法院审查电子数据时的问题；文件是否被改动，以上面的结论为准。</p>
      {dossierSections({ type: 'dossier', version: dossierVersion, number: number ?? '', as_of, lines }).map((part) => (
        <section key={part.title} aria-label={part.title}>
          <h3>{part.title}</h3>
          <ul>
            {part.lines.map(({ 审查要点, 依据, 结论, 说明, 复核方法 }) => (
              <li key={审查要点}>
                <b>{`${审查要点}：${结论}`}</b>
                <span>{visibleLine(说明)}</span>
                <span className="verify-basis">{`${依据}。`}</span>
                <details className="verify-basis">
                  <summary>复核方法</summary>
                  {复核方法}
                </details>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </details>
  );
}

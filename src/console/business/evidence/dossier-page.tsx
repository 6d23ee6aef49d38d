import { useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { findings, type Finding } from '../../../domain/proof/dossier/line.ts';
import { dossierTerms } from '../../../domain/proof/dossier/terms.ts';
import type { EvidenceDossier } from '../../../contract/console/evidence.ts';
import { useCurrentRecord } from '../../kit/search/current-record.ts';
import { useOperator } from '../../kit/session/operator.tsx';
import { verifyAddress } from '../../kit/certificate/verify-address.ts';
import { printRegion } from '../../kit/certificate/print-region.ts';
import { get } from '../../kit/net/call.ts';
import { copyText } from '../../kit/ui/copy-button.tsx';
import { Card } from '../../kit/ui/field-list.tsx';
import { GuardedButton } from '../../kit/ui/guarded-button.tsx';
import { QueryView } from '../../kit/ui/query-view.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { given } from '../../kit/ui/given-text.tsx';
import '../../kit/certificate/certificate-sheet.css';
import '../../kit/certificate/certificate-page.css';
import './dossier.css';

export const dossierCall = '/api/data/dossier';

/** 审查说明: the sheet, and beside it the overall findings and how others can read it. */
export function DossierPage() {
  const { baoquan = '' } = useParams();
  const query = useQuery({
    queryKey: [dossierCall, baoquan],
    queryFn: ({ signal }) => get(dossierCall, { baoquan }, { signal, quiet: true }),
    staleTime: 30_000,
    // Each fetch is a row of the trail.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return <QueryView query={query}>{(dossier) => <DossierView dossier={dossier} />}</QueryView>;
}

function DossierView({ dossier }: { dossier: EvidenceDossier }) {
  const sheet = useRef<HTMLElement>(null);
  const print = () => {
    if (sheet.current) printRegion(sheet.current, `审查说明-${dossier.baoquan}`).catch(() => toast('error', '打印失败，请重试'));
  };
  const copy = () => copyText(dossier.share_url);
  useCurrentRecord({
    acts: [{ label: '打印审查说明', run: print }, ...(dossier.share_url === '' ? [] : [{ label: '复制公开地址', run: copy }])],
  });
  return (
    <div className="certificate">
      <div className="certificate-sheet">
        <DossierSheet dossier={dossier} sheetRef={sheet} />
      </div>
      <aside className="certificate-side">
        <section className="certificate-actions" aria-label="操作">
          <GuardedButton onClick={print}>打印审查说明</GuardedButton>
          {dossier.share_url !== '' && <GuardedButton onClick={copy}>复制公开地址</GuardedButton>}
        </section>
        <Card title="结论">
          <dl className="certificate-state dossier-counts">
            {findings.map((finding) => (
              <div key={finding} data-finding={finding}>
                <dt>{finding}</dt>
                <dd>{linesOf(dossier).filter(({ 结论 }) => 结论 === finding).length} 项</dd>
              </div>
            ))}
          </dl>
        </Card>
        <Card title="公开页面">
          {dossier.share_url === '' ? (
            <p>分享地址已撤销，没有公开页面。</p>
          ) : (
            <p className="dossier-address">
              <a href={dossier.share_url} target="_blank" rel="noreferrer">
                {dossier.share_url}
              </a>
              任何人凭此地址都可以查看，个人姓名已遮盖。证据包中另有签名的审查说明。
            </p>
          )}
        </Card>
      </aside>
    </div>
  );
}

function DossierSheet({ dossier, sheetRef }: { dossier: EvidenceDossier; sheetRef: React.Ref<HTMLElement> }) {
  const { officeName, verifyUrl } = useOperator();
  const { baoquan, as_of, checkpoint, sections } = dossier;
  const numbers = new Map(linesOf(dossier).map((line, at) => [line, at + 1]));
  return (
    <article ref={sheetRef} className="sheet dossier" aria-label="审查说明">
      <header>
        <p className="sheet-office">{officeName}</p>
        <h2>审查说明</h2>
        <p className="sheet-number">存证编号 {baoquan}</p>
      </header>
      <p className="sheet-statement">
        本说明逐项回答法院审查电子数据真实性时提出的问题，共 {numbers.size} 项。事实截至 {as_of}（北京时间）
        {checkpoint && `，以存证日志“${checkpoint.origin}”共 ${checkpoint.size} 条记录时的检查点为准`}
        。“无法判断”表示现有材料不足以作出结论，并说明原因。
      </p>
      <section className="dossier-terms" aria-label="说明中的用语">
        <h3>说明中的用语</h3>
        {dossierTerms.map(([term, meaning]) => (
          <p key={term}>
            <b>{term}</b>：{meaning}
          </p>
        ))}
      </section>
      {sections.map(({ title, lines }) => (
        <section key={title}>
          <h3>{title}</h3>
          {lines.map((line) => (
            <Line key={line.审查要点} line={line} at={numbers.get(line) ?? 0} />
          ))}
        </section>
      ))}
      <p className="sheet-statement">核验地址：{verifyAddress(baoquan, verifyUrl)}</p>
    </article>
  );
}

type Line = EvidenceDossier['sections'][number]['lines'][number];

function Line({ line, at }: { line: Line; at: number }) {
  const { 审查要点, 依据, 结论, 说明, 材料, 复核方法 } = line;
  return (
    <div className="dossier-line">
      <h4>
        <span>
          {at}. {审查要点}
        </span>
        <Tag finding={结论} />
      </h4>
      <p>{given(说明)}</p>
      <small>依据：{依据}</small>
      <small>材料：{材料.length === 0 ? '无' : 材料.join('、')}</small>
      <small>复核方法：{复核方法}</small>
    </div>
  );
}

function Tag({ finding }: { finding: Finding }) {
  return (
    <b className="dossier-finding" data-finding={finding}>
      {finding}
    </b>
  );
}

function linesOf({ sections }: EvidenceDossier): readonly Line[] {
  return sections.flatMap(({ lines }) => lines);
}

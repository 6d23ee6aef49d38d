import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, type RefObject } from 'react';
import { Link, useParams } from 'react-router';
import { downloadType } from '../../../domain/business/codes/evidence.ts';
import type { OnlineKind } from '../../../domain/business/codes/online-evidence.ts';
import { sealName } from '../../../domain/kit/text/office.ts';
import { Forbidden, NotFound, Notice } from '../../kit/ui/notices.tsx';
import { useOperator } from '../../kit/session/operator.tsx';
import { anchorSentences } from '../../../domain/proof/evidence/anchor-stage.ts';
import { AddressHint } from '../../kit/certificate/address-hint.tsx';
import { anchorExplorer, anchorOf, anchorWord, isUnderWay } from '../../kit/certificate/anchor.ts';
import { anchorRows } from '../../kit/certificate/anchor-rows.tsx';
import { bracketRows } from '../../kit/certificate/bracket-rows.ts';
import { witnessRows } from '../../kit/certificate/witness-rows.ts';
import { StatusDot } from '../../kit/list/cells.tsx';
import { certificateFaults } from '../../kit/certificate/certificate-fault.ts';
import { CertificateHead } from '../../kit/certificate/certificate-head.tsx';
import { CertificateSheet, type SheetSection } from '../../kit/certificate/certificate-sheet.tsx';
import { Card } from '../../kit/ui/field-list.tsx';
import { asBackgroundCall } from '../../kit/net/background-call.ts';
import { PanelCard } from '../../kit/panel/object-panel.tsx';
import { RetryButton } from '../../kit/ui/retry-button.tsx';
import { IsolatedContent } from '../../kit/certificate/isolated/isolated-content.tsx';
import { errorToShow } from '../../kit/net/verdict.ts';
import { verifyAddress } from '../../kit/certificate/verify-address.ts';
import type { Attestation } from './attestation.ts';
import { freshRecording, linkToOriginal, useAttestation } from './attestation-query.ts';
import { isRecording, kindOfSegment, kindPages } from './kinds.ts';
import { shareCodeOf } from './share-code.ts';
import '../../kit/certificate/certificate-page.css';
import './online.css';

/** 取证证书 of a web page, a process recording or a mobile recording. */
export function AttestationPage() {
  const { id = '', kind: segment = '' } = useParams();
  const { can } = useOperator();
  const kind = kindOfSegment(segment);
  if (kind === undefined) return <NotFound />;
  return can(kindPages[kind].permission) ? <Attested kind={kind} number={id} /> : <Forbidden />;
}

function Attested({ kind, number }: { kind: OnlineKind; number: string }) {
  const { data, error: failure, refetch } = useAttestation(kind, number);
  const error = errorToShow(failure);
  const retry = <RetryButton retry={refetch} />;
  if (data?.hasSucceeded) return <Certificate of={data} />;
  if (data?.isOver)
    return (
      <Notice title={`该证据${data.statusName}，没有证书`} action={<Link to={kindPages[kind].list}>返回列表</Link>}>
        {data.reason === '' ? undefined : `原因：${data.reason}。`}
      </Notice>
    );
  if (data) return <Notice title="该证据尚未取证成功" action={retry}>{`当前状态：${data.statusName}。取证成功后才有证书。`}</Notice>;
  return error ? <Notice title={error.message} action={retry} /> : <p className="frame-wait" aria-busy="true" />;
}

function codeOf(
  { kind, number, shareUrl, mediaType }: Pick<Attestation, 'kind' | 'number' | 'shareUrl'> & { readonly mediaType: string },
  verifyUrl: string,
) {
  if (shareUrl === '') return { text: verifyAddress(number, verifyUrl), caption: '扫描二维码或访问以下网址核验' };
  return shareCodeOf(kind, shareUrl, mediaType);
}

function Certificate({ of: attested }: { of: Attestation }) {
  const { explorerUrl, officeName, verifyUrl } = useOperator();
  const sheet = useRef<HTMLElement>(null);
  const anchor = anchorOf(attested);
  const { kind, number, shareUrl, sha256, page, result } = attested;
  const { mediaType } = result;
  // The code's token starts with random letters. Without memoisation it would change with every answer and differ from the printed one.
  const code = useMemo(() => codeOf({ kind, number, shareUrl, mediaType }, verifyUrl), [kind, number, shareUrl, verifyUrl, mediaType]);
  const isThere = attested.fileStatus === 'stored';
  return (
    <>
      <Head of={attested} sheet={sheet} />
      <div className="certificate">
        <div className="certificate-sheet">
          <CertificateSheet
            sheetRef={sheet}
            title="电子数据取证证书"
            number={number}
            office={officeName}
            sealName={sealName}
            sections={sectionsOf(attested, anchorExplorer(anchor, sha256, explorerUrl))}
            statement={anchorSentences[anchor.kind]}
            fault={certificateFaults[attested.fileStatus]}
            day={anchor.time.slice(0, 10)}
            qr={code}
          >
            {(page.html !== '' || page.url !== '') && (
              <section className="attested-page">
                <p className="on-paper">网页内容不在打印件中，见证据包的截图和网页源码。</p>
                <h3>
                  网页内容<small>只呈现网页源码的文字与版式，不加载图片等外部内容；网页原貌见截图</small>
                </h3>
                <IsolatedContent
                  title="网页内容"
                  mediaType="text/html"
                  sizeBytes={page.sizeBytes}
                  html={page.html}
                  url={page.url}
                  contentKey={`${number} html`}
                />
              </section>
            )}
          </CertificateSheet>
        </div>
        <aside className="certificate-side">
          <AddressHint address={code.text} />
          <Card title={result.title}>
            {isThere ? (
              <IsolatedContent
                title={attested.name}
                mediaType={mediaType}
                sizeBytes={result.sizeBytes}
                html=""
                url={result.url}
                contentKey={`${number} ${sha256}`}
                {...(isRecording(kind) && { renew: () => freshRecording(number) })}
              />
            ) : (
              <p className="isolated-none">证据缺失，无法显示。</p>
            )}
          </Card>
          <PanelCard object={`${isRecording(kind) ? 'recording' : 'capture'}/${number}`} />
        </aside>
      </div>
    </>
  );
}

/** Name and states of the evidence, and what can be done with its certificate. */
function Head({ of: attested, sheet }: { of: Attestation; sheet: RefObject<HTMLElement | null> }) {
  const { uid } = useOperator();
  const cache = useQueryClient();
  const { kind, number } = attested;
  const anchor = anchorOf(attested);
  const isThere = attested.fileStatus === 'stored';
  return (
    <CertificateHead
      of={{
        name: attested.name,
        number,
        numberLabel: '取证编号',
        downloadType: downloadType.code(kind),
        fileStatus: attested.fileStatus,
        original: isRecording(kind) ? '提交的原文件，未作改动' : '截图、网页源码、环境检查和取证日志',
        printName: '取证证书',
      }}
      file={<StatusDot tone={isThere ? 'done' : 'failed'} text={isThere ? '已保存' : '缺失'} />}
      anchor={<StatusDot tone={isUnderWay(anchor) ? 'work' : 'done'} text={anchorWord(anchor, true)} />}
      sheet={sheet}
      linkToOriginal={() => linkToOriginal(attested, uid)}
      // A background call: no operator views the evidence again, the page only updates.
      refused={() => void asBackgroundCall(() => cache.invalidateQueries({ queryKey: ['attestation', kind, number] }))}
    />
  );
}

function sectionsOf(attested: Attestation, explorer: string): SheetSection[] {
  return [
    {
      rows: [
        { label: '取证编号', value: <span className="mono">{attested.number}</span> },
        ...attested.facts,
        { label: '电子证据哈希', value: attested.sha256, isHash: true },
        ...anchorRows(anchorOf(attested), attested.sha256, explorer),
        ...witnessRows(attested.witnessed),
        ...bracketRows(attested.bracket),
      ],
    },
  ];
}

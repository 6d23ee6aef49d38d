import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useParams } from 'react-router';
import { downloadType, fileStatus } from '../../../domain/business/codes/evidence.ts';
import { sealName } from '../../../domain/kit/text/office.ts';
import type { EvidenceDetail } from '../../../contract/console/evidence.ts';
import { useOperator } from '../../kit/session/operator.tsx';
import { anchorSentences } from '../../../domain/proof/evidence/anchor-stage.ts';
import { AddressHint } from '../../kit/certificate/address-hint.tsx';
import { anchorExplorer, anchorOf, anchorWord, isUnderWay } from '../../kit/certificate/anchor.ts';
import { StatusDot } from '../../kit/list/cells.tsx';
import { certificateFaults } from '../../kit/certificate/certificate-fault.ts';
import { CertificateHead } from '../../kit/certificate/certificate-head.tsx';
import { CertificateSheet } from '../../kit/certificate/certificate-sheet.tsx';
import { Card } from '../../kit/ui/field-list.tsx';
import { fileTone } from '../../kit/certificate/file-tone.ts';
import { IsolatedContent } from '../../kit/certificate/isolated/isolated-content.tsx';
import { asBackgroundCall } from '../../kit/net/background-call.ts';
import { PanelCard } from '../../kit/panel/object-panel.tsx';
import { QueryView } from '../../kit/ui/query-view.tsx';
import { verifyAddress } from '../../kit/certificate/verify-address.ts';
import { detailPath, freshPreview, linkToFile, useEvidenceDetail } from './detail-query.ts';
import { sheetSections } from './sheet-sections.tsx';
import '../../kit/certificate/certificate-page.css';

/** 存证证书: the sheet, and beside it the actions and the content itself. */
export function CertificatePage() {
  const { baoquan = '', id = '' } = useParams();
  const query = useEvidenceDetail(baoquan, id);
  return <QueryView query={query}>{(detail) => <Certificate detail={detail} />}</QueryView>;
}

function Certificate({ detail }: { detail: EvidenceDetail }) {
  const { explorerUrl, officeName, verifyUrl } = useOperator();
  const sheet = useRef<HTMLElement>(null);
  const anchor = anchorOf(detail);
  const address = verifyAddress(detail.baoquan, verifyUrl);
  const isPending = isUnderWay(anchor) && detail.sha256 !== '';
  const status = fileStatus.nameOf(detail.isDownload) ?? 'missing';
  const cache = useQueryClient();
  return (
    <>
      <CertificateHead
        of={{
          name: detail.title,
          number: detail.baoquan,
          numberLabel: '存证编号',
          downloadType: detail.downType,
          fileStatus: status,
          original: '提交的原文件，未作改动',
          printName: '存证证书',
        }}
        file={<StatusDot tone={fileTone(detail.fileStatus)} text={detail.fileStatus_name} />}
        anchor={<StatusDot tone={isUnderWay(anchor) ? (isPending ? 'work' : 'over') : 'done'} text={anchorWord(anchor, isPending)} />}
        sheet={sheet}
        linkToOriginal={() => linkToFile(detail)}
        // A background call: no operator views the evidence again, the page only updates.
        refused={() => void asBackgroundCall(() => cache.invalidateQueries({ queryKey: [detailPath, detail.baoquan] }))}
      />
      <div className="certificate">
        <div className="certificate-sheet">
          <CertificateSheet
            sheetRef={sheet}
            title="电子数据存证证书"
            number={detail.baoquan}
            office={officeName}
            sealName={sealName}
            sections={sheetSections(detail, anchor, anchorExplorer(anchor, detail.sha256, explorerUrl))}
            statement={detail.sha256 === '' ? '' : anchorSentences[anchor.kind]}
            fault={certificateFaults[status]}
            day={anchor.time.slice(0, 10)}
            qr={{ text: address, caption: '扫描二维码或访问以下网址核验' }}
          />
        </div>
        <aside className="certificate-side">
          <AddressHint address={address} />
          <Card title="证据内容">
            {fileStatus.is(detail.isDownload, 'stored') ? (
              <IsolatedContent
                title={detail.title}
                mediaType={detail.media_type}
                sizeBytes={detail.file_size}
                html={detail.html}
                url={detail.preview_url}
                contentKey={`${detail.baoquan} ${detail.sha256}`}
                renew={() => freshPreview(detail)}
              />
            ) : (
              <p className="isolated-none">
                {fileStatus.is(detail.isDownload, 'uploading') ? '证据上传中，完成后在此显示。' : '证据缺失，无法显示。'}
              </p>
            )}
          </Card>
          <PanelCard object={panelObject(detail)} />
        </aside>
      </div>
    </>
  );
}

/** The notes of online evidence belong to the object of its own page, whichever page shows it. */
function panelObject({ baoquan, downType }: EvidenceDetail): string {
  const kind = downloadType.nameOf(downType) ?? 'evidence';
  return `${kind === 'evidence' ? 'evidence' : kind === 'web' ? 'capture' : 'recording'}/${baoquan}`;
}

import { deviceSystem, evidenceKind, fileStatus } from '../../../domain/business/codes/evidence.ts';
import { coreText } from '../../../domain/proof/dossier/facts/declared.ts';
import type { EvidenceDetail } from '../../../contract/console/evidence.ts';
import type { ShownAnchor } from '../../kit/certificate/anchor.ts';
import { anchorRows } from '../../kit/certificate/anchor-rows.tsx';
import { bracketRows } from '../../kit/certificate/bracket-rows.ts';
import { witnessRows } from '../../kit/certificate/witness-rows.ts';
import type { SheetRow, SheetSection } from '../../kit/certificate/certificate-sheet.tsx';
import { FileName } from '../../kit/ui/full-text/file-name.tsx';
import { sizeText } from '../../kit/ui/text/size-text.ts';

/**
 * The sections of an evidence's certificate, in order. @param explorer address of a lookup of the anchor's hash; empty if there is none.
 */
export function sheetSections(detail: EvidenceDetail, anchor: ShownAnchor, explorer: string): SheetSection[] {
  const capture = [
    { label: '采集地址', value: detail.address },
    {
      label: '采集时间',
      value: detail.startAt === '' && detail.endAt === '' ? '' : `${detail.startAt || '——'} 至 ${detail.endAt || '——'}`,
    },
  ];
  const stated = device(detail);
  const shown = stated.filter(({ value }) => value !== '');
  return [
    {
      rows: [
        ...facts(detail),
        ...hashes(detail),
        ...anchorRows(anchor, detail.sha256, explorer),
        ...witnessRows(detail.witnessed),
        ...bracketRows(detail.bracket),
      ],
    },
    { heading: '采集信息（提交时申报，未经核对）', rows: capture },
    ...(evidenceKind.is(detail.isApp, 'file') && shown.length === 0
      ? []
      : [{ heading: '设备信息（设备自行申报，未经核对）', rows: stated }]),
  ];
}

function facts(detail: EvidenceDetail): SheetRow[] {
  const size = detail.sha256 === '' ? '' : `（${sizeText(detail.file_size)}）`;
  return [
    { label: '存证编号', value: <span className="mono">{detail.baoquan}</span> },
    { label: '存证名称', value: detail.title },
    { label: '存证主体', value: detail.companyName || detail.username },
    // The office itself made a capture.
    { label: '存证类型', value: detail.type_name && detail.type_name + (detail.target === '' ? '（提交时申报）' : '') },
    ...(detail.target === '' ? [] : [{ label: '取证网址', value: detail.target }]),
    { label: '存证时间', value: detail.saveTime },
    ...(detail.notes === '' ? [] : [{ label: '附说明', value: detail.notes }]),
    {
      label: '文件名称',
      value: detail.file_name && (
        <>
          <FileName name={detail.file_name} />
          {size}
        </>
      ),
    },
  ];
}

function hashes(detail: EvidenceDetail): SheetRow[] {
  const missing = fileStatus.is(detail.isDownload, 'uploading') ? '文件上传中' : '';
  return [
    { label: '文件哈希 (SHA-256)', value: detail.sha256 || missing, isHash: detail.sha256 !== '' },
    { label: '文件哈希 (SM3)', value: detail.sm3 || missing, isHash: detail.sm3 !== '' },
  ];
}

function device({ configInfo: info }: EvidenceDetail): SheetRow[] {
  const system = [deviceSystem.labelOf(info.type), info.version_sys].filter(Boolean).join(' ');
  return [
    { label: '设备', value: [info.name, info.model_name].filter(Boolean).join(' ') },
    { label: '操作系统', value: system },
    { label: '处理器', value: [info.processor, coreText(info.core)].filter(Boolean).join(' ') },
    { label: '采集应用版本', value: info.version },
  ];
}

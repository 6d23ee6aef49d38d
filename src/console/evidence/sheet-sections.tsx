import { deviceSystem, evidenceKind, fileStatus } from '../../domain/codes.ts';
import type { EvidenceDetail } from '../../contract/evidence.ts';
import type { SheetRow, SheetSection } from '../kit/certificate-sheet.tsx';
import { shortenFileName } from '../kit/shorten-file-name.ts';
import { logNotes, type ShownAnchor } from './anchor.ts';

/** What the certificate of an evidence says, in its order. @param explorer where the anchor's hash is looked up; empty where there is none. */
export function sheetSections(detail: EvidenceDetail, anchor: ShownAnchor, explorer: string): SheetSection[] {
  const capture = [
    { label: '采集地址', value: detail.address },
    { label: '采集时间', value: detail.startAt === '' && detail.endAt === '' ? '' : `${detail.startAt || '——'} 至 ${detail.endAt || '——'}` },
  ];
  return [
    { rows: [...facts(detail), ...hashes(detail), ...chainRows(detail, anchor, explorer)] },
    { heading: '采集信息', rows: capture },
    ...(evidenceKind.is(detail.isApp, 'file') ? [] : [{ heading: '设备信息', rows: device(detail) }]),
  ];
}

function facts(detail: EvidenceDetail): SheetRow[] {
  const size = detail.sha256 === '' ? '' : `（${sizeText(detail.file_size)}）`;
  return [
    { label: '存证编号', value: <span className="mono">{detail.baoquan}</span> },
    { label: '存证名称', value: detail.title },
    { label: '存证主体', value: detail.companyName || detail.username },
    { label: '存证类型', value: detail.type_name },
    { label: '存证时间', value: detail.saveTime },
    { label: '文件名称', value: `${shortenFileName(detail.file_name)}${size}` },
  ];
}

function hashes(detail: EvidenceDetail): SheetRow[] {
  const missing = fileStatus.is(detail.isDownload, 'uploading') ? '文件上传中' : '';
  return [
    { label: '文件哈希 (SHA-256)', value: detail.sha256 || missing, isHash: detail.sha256 !== '' },
    { label: '文件哈希 (SM3)', value: detail.sm3 || missing, isHash: detail.sm3 !== '' },
  ];
}

function chainRows(detail: EvidenceDetail, { kind, hash, height, time }: ShownAnchor, explorer: string): SheetRow[] {
  const isLog = kind === 'log';
  const waits = kind === 'pending' ? waitingText(detail) : '';
  const note = (text: string) => (isLog ? { note: text } : {});
  const link = explorer === '' ? null : (
    <a className="off-paper sheet-link" href={explorer} target="_blank" rel="noreferrer">
      {isLog ? '在日志浏览器中查询' : '在区块链浏览器中查询'}
    </a>
  );
  return [
    { label: '区块链交易哈希', value: hash === '' ? waits || <>未写入公有区块链 {link}</> : hash, isHash: hash !== '', ...note(hash === '' ? '由本机构存证日志锚定' : logNotes.hash), ...(hash === '' ? {} : { after: link }) },
    { label: '区块高度', value: height || waits, ...note(logNotes.height) },
    { label: '上链时间', value: time || waits, ...note(logNotes.time) },
  ];
}

/** Plain words while nothing covers it: what was never stored is never anchored. */
function waitingText(detail: EvidenceDetail): string {
  return detail.sha256 === '' ? '——' : '待锚定';
}

function device({ configInfo: info }: EvidenceDetail): SheetRow[] {
  const system = [deviceSystem.labelOf(info.type), info.version_sys].filter(Boolean).join(' ');
  return [
    { label: '设备', value: [info.name, info.model_name].filter(Boolean).join('，') },
    { label: '操作系统', value: system },
    { label: '处理器', value: [info.processor, info.core === '' ? '' : `${info.core} 核`].filter(Boolean).join('，') },
    { label: '采集应用版本', value: info.version },
  ];
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} 字节`;
  const units = ['KB', 'MB', 'GB'];
  const step = Math.min(units.length, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** step).toFixed(1)} ${units[step - 1] ?? ''}`;
}

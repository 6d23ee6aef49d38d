import { recordingCode, type RecordingKind } from '../../../domain/business/codes/online-evidence.ts';
import { deviceLine, type DeclaredDevice } from '../../../domain/proof/dossier/facts/declared.ts';
import { escapeHtml } from '../../../domain/kit/text/escape-html.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { visibleLine } from '../../../domain/kit/text/visible-text.ts';

interface SheetFacts {
  readonly number: string;
  readonly name: string;
  readonly username: string;
  readonly type: RecordingKind;
  readonly beginAt: Date;
  /** According to the device. */
  readonly saidSeconds: number;
  /** According to the file; null if it has no length. */
  readonly fileSeconds: number | null;
  readonly savedAt: Date;
  readonly file: {
    readonly name: string;
    readonly mediaType: string;
    readonly sizeBytes: number;
    readonly sha256: string;
    readonly sm3: string;
  };
  readonly device: DeclaredDevice | null;
}

/** The facts of a recording as a small page without scripts and outside content (spec/wire, 6). */
export function recordingSheet(facts: SheetFacts): string {
  const { number, name, username, type, beginAt, saidSeconds, fileSeconds, savedAt, file, device } = facts;
  const rows = [
    ['证据编号', number],
    ['证据名称', name],
    ['取证方式', recordingCode.label(type)],
    ['取证主体', username],
    ['开始时间', `${formatTime(beginAt)}（北京时间）`],
    ['时长', fileSeconds === null ? `${saidSeconds} 秒（设备申报）` : `${fileSeconds} 秒`],
    ['保存时间', `${formatTime(savedAt)}（北京时间）`],
    ['采集设备', deviceLine(device) || '未申报'],
    ['文件', `${file.name}，${file.mediaType}，${file.sizeBytes} 字节`],
    ['SHA-256', file.sha256],
    ['SM3', file.sm3],
  ] as const;
  const cells = rows.map(([label, text]) => `<tr><th>${label}</th><td>${escapeHtml(visibleLine(text))}</td></tr>`);
  const title = escapeHtml(visibleLine(name));
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head>
<body><h1>${recordingCode.label(type)}</h1><table>
${cells.join('\n')}
</table></body></html>
`;
}

const style =
  'body{font:14px/1.6 sans-serif;margin:24px;overflow-wrap:anywhere}h1{font-size:18px}table{border-collapse:collapse;width:100%}' +
  'th,td{border:1px solid #999;padding:6px 10px;text-align:left;vertical-align:top}th{width:7em;font-weight:normal}' +
  '@media print{body{margin:0}}';

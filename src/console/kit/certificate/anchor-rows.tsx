import { logNotes, type ShownAnchor } from './anchor.ts';
import type { SheetRow } from './certificate-sheet.tsx';
import { emptyCell } from '../ui/empty-cell.ts';

/**
 * The certificate's rows about its anchor. @param sha256 of the file; empty if none is stored. @param explorer address of a lookup of the
 * hash; empty if there is none.
 */
export function anchorRows({ kind, hash, height, time }: ShownAnchor, sha256: string, explorer: string): SheetRow[] {
  const isLog = kind === 'log';
  // Evidence without a stored file is never anchored.
  const waits = kind === 'confirming' ? '区块链确认中' : kind !== 'pending' ? '' : sha256 === '' ? emptyCell : '待锚定';
  const note = (text: string) => (isLog ? { note: text } : {});
  const link =
    explorer === '' ? null : (
      <a className="off-paper sheet-link" href={explorer} target="_blank" rel="noreferrer">
        {isLog ? '在日志浏览器中查询' : '在区块链浏览器中查询'}
      </a>
    );
  const transaction =
    hash === ''
      ? { value: waits || <>未写入公有区块链 {link}</>, ...note('由本机构存证日志锚定') }
      : { value: hash, isHash: true, href: explorer, after: link, ...note(logNotes.hash) };
  return [
    { label: '区块链交易哈希', ...transaction },
    { label: '区块高度', value: height || waits, ...note(logNotes.height) },
    { label: '上链时间', value: time || waits, ...note(logNotes.time) },
  ];
}

import type { EvidenceDetail } from '../../contract/evidence.ts';
import { explorerAddress } from './explorer-address.ts';

/** What fixes the time of an evidence: a chain's transaction, the office's own log, or nothing yet. */
export interface ShownAnchor {
  readonly kind: 'chain' | 'log' | 'pending';
  /** Of the transaction; the leaf's where it is the office's own log, as far as the server tells it. */
  readonly hash: string;
  readonly height: string;
  readonly time: string;
}

/** What an answer says of its anchor. */
export type Anchored = Pick<EvidenceDetail, 'checkpoint' | 'anchored_at' | 'blockchain_hash' | 'block_height' | 'chain_time'> & { readonly anchor_kind?: unknown };

/** Reads the anchor out of an answer. `anchor_kind` names it; without that field a transaction hash can only be a chain's. */
export function anchorOf(detail: Anchored): ShownAnchor {
  const { blockchain_hash: hash, block_height: height, chain_time: time, checkpoint, anchored_at: anchoredAt } = detail;
  const kind = kindOf(detail);
  if (kind === 'pending') return { kind, hash: '', height: '', time: '' };
  return { kind, hash: hash ?? '', height: height ?? (kind === 'log' ? (checkpoint ?? '') : ''), time: time ?? (kind === 'log' ? (anchoredAt ?? '') : '') };
}

function kindOf(detail: Anchored): ShownAnchor['kind'] {
  if (detail.anchor_kind === 'chain' || detail.anchor_kind === 'log') return detail.anchor_kind;
  if (detail.anchor_kind === undefined && detail.blockchain_hash !== null) return 'chain';
  return detail.checkpoint === null ? 'pending' : 'log';
}

/** One plain sentence on what fixes the time. Nothing may pretend to be a public chain. */
export const anchorSentences: Record<ShownAnchor['kind'], string> = {
  chain: '本证据所在检查点的根哈希已写入区块链的上列交易，可在该链上独立查询。',
  log: '本证据由本机构自有的只增不改日志锚定，未写入公有区块链。日志对外公开，任何人可以镜像并核验。',
  pending: '待锚定：本证据已固定保存，尚未纳入日志检查点。',
};

/** What the three fields hold where the office's own log stands for a chain. */
export const logNotes = { hash: '本机构存证日志的叶哈希，不是公有链交易', height: '本机构存证日志的检查点编号', time: '日志检查点的签署时间' } as const;

/** The short word of a page's state. */
export function anchorWord({ kind }: ShownAnchor, isPending: boolean): string {
  if (kind === 'chain') return '已上链';
  if (kind === 'log') return '已由本机构日志锚定';
  return isPending ? '待锚定' : '未锚定';
}

/** Where an anchor is looked up: a chain's transaction in the chain's explorer, what the office's own log holds in the log; empty where there is none yet. */
export function anchorExplorer({ kind, hash }: ShownAnchor, sha256: string, explorerUrl: string): string {
  if (kind === 'chain') return explorerAddress(hash, explorerUrl);
  return kind === 'log' ? explorerAddress(hash || sha256) : '';
}

import type { EvidenceDetail } from '../../contract/console/evidence.ts';
import { checkpointSize } from '../../domain/evidence/checkpoint-size.ts';
import { anchorStage, type AnchorStage } from '../../domain/evidence/anchor-stage.ts';
import { explorerAddress } from './explorer-address.ts';

/** What fixes the time of an evidence; all texts are empty until something does for good. */
export interface ShownAnchor {
  readonly kind: AnchorStage;
  /** Of the transaction; the leaf's where it is the office's own log, as far as the server tells it. */
  readonly hash: string;
  readonly height: string;
  readonly time: string;
}

/** What an answer says of its anchor. */
export type Anchored = Pick<EvidenceDetail, 'checkpoint' | 'anchored_at' | 'blockchain_hash' | 'block_height' | 'chain_time'> & {
  readonly anchor_kind?: unknown;
};

/** Reads the anchor out of an answer. `anchor_kind` names it; without that field a transaction hash can only be a chain's. */
export function anchorOf(detail: Anchored): ShownAnchor {
  const { blockchain_hash: hash, block_height: height, chain_time: time, checkpoint, anchored_at: anchoredAt } = detail;
  const kind = kindOf(detail);
  if (isUnderWay({ kind })) return { kind, hash: '', height: '', time: '' };
  return {
    kind,
    hash: hash ?? '',
    height: height ?? (kind === 'log' ? (checkpoint ?? '') : ''),
    time: time ?? (kind === 'log' ? (anchoredAt ?? '') : ''),
  };
}

function kindOf(detail: Anchored): ShownAnchor['kind'] {
  if (detail.anchor_kind === 'chain' || detail.anchor_kind === 'log') return detail.anchor_kind;
  if (detail.anchor_kind === undefined && detail.blockchain_hash !== null) return 'chain';
  if (detail.anchor_kind === undefined && detail.checkpoint !== null) return 'log';
  return anchorStage(null, detail.checkpoint !== null);
}

/** Whether an answer may soon be another one. */
export function isUnderWay({ kind }: Pick<ShownAnchor, 'kind'>): boolean {
  return kind === 'pending' || kind === 'confirming';
}

/** What the three fields hold where the office's own log stands for a chain. */
export const logNotes = {
  hash: '本机构存证日志的叶哈希，不是公有链交易',
  height: `本机构存证日志的${checkpointSize.label}（记录条数）`,
  time: '日志检查点的签署时间',
} as const;

/** The short word of a page's state. */
export function anchorWord({ kind }: ShownAnchor, isPending: boolean): string {
  if (kind === 'chain') return '已上链';
  if (kind === 'log') return '已由本机构日志锚定';
  if (kind === 'confirming') return '区块链确认中';
  return isPending ? '待锚定' : '未锚定';
}

/**
 * Where an anchor is looked up: a chain's transaction in the chain's explorer, what the office's own log holds in the log; empty where
 * there is none yet.
 */
export function anchorExplorer({ kind, hash }: ShownAnchor, sha256: string, explorerUrl: string): string {
  if (kind === 'chain') return explorerAddress(hash, explorerUrl);
  return kind === 'log' ? explorerAddress(hash || sha256) : '';
}

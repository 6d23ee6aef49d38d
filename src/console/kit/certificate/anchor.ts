import type { EvidenceDetail } from '../../../contract/console/evidence.ts';
import { anchorStage, type AnchorStage } from '../../../domain/proof/evidence/anchor-stage.ts';
import { checkpointSize } from '../../../domain/proof/evidence/checkpoint-size.ts';

/** What fixes the time of an evidence. All texts are empty until something final does. */
export interface ShownAnchor {
  readonly kind: AnchorStage;
  /** Hash of the transaction; for the office's own log the leaf hash, if the server sends it. */
  readonly hash: string;
  readonly height: string;
  readonly time: string;
}

/** The fields of an answer that describe its anchor. */
export type Anchored = Pick<EvidenceDetail, 'checkpoint' | 'anchored_at' | 'blockchain_hash' | 'block_height' | 'chain_time'> & {
  readonly anchor_kind?: unknown;
};

/** Reads the anchor from an answer. `anchor_kind` names it; without that field, a transaction hash can only belong to a chain. */
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

/** Whether the answer may soon change. */
export function isUnderWay({ kind }: Pick<ShownAnchor, 'kind'>): boolean {
  return kind === 'pending' || kind === 'confirming';
}

/** Notes on the three fields when the office's own log takes the place of a chain. */
export const logNotes = {
  hash: '本机构存证日志的叶哈希，不是公有链交易',
  height: `本机构存证日志的${checkpointSize.label}（记录条数）`,
  time: '日志检查点的签署时间',
} as const;

/** The page's one-word state. */
export function anchorWord({ kind }: ShownAnchor, isPending: boolean): string {
  if (kind === 'chain') return '已上链';
  if (kind === 'log') return '已由本机构日志锚定';
  if (kind === 'confirming') return '区块链确认中';
  return isPending ? '待锚定' : '未锚定';
}

/**
 * Where an anchor can be looked up: a transaction in the chain's explorer, an entry of the office's own log in the log; empty if there is
 * none yet.
 */
export function anchorExplorer({ kind, hash }: ShownAnchor, sha256: string, explorerUrl: string): string {
  if (kind === 'chain') return explorerAddress(hash, explorerUrl);
  return kind === 'log' ? explorerAddress(hash || sha256) : '';
}

/** The address of a hash in an explorer. @param template contains `{hash}`; default is the built-in explorer. */
function explorerAddress(hash: string, template = '/explorer/search?q={hash}'): string {
  return template.replaceAll('{hash}', encodeURIComponent(hash));
}

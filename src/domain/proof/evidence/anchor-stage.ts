/**
 * How the time of an evidence is fixed. `chain`: by a blockchain transaction; `log`: by the office's own log; `confirming`: by the log so
 * far, while the transaction is unconfirmed; `pending`: not yet.
 */
export type AnchorStage = 'chain' | 'log' | 'confirming' | 'pending';

/**
 * The only place that determines the stage. @param kind the kind of `shownAnchor`, null while nothing is shown. @param isLogged whether a
 * checkpoint covers the evidence.
 */
export function anchorStage(kind: 'chain' | 'log' | null, isLogged: boolean): AnchorStage {
  if (kind !== null) return kind;
  return isLogged ? 'confirming' : 'pending';
}

/** One plain sentence on what fixes the time. It must never call the log a public chain, nor call logged evidence unlogged. */
export const anchorSentences: Record<AnchorStage, string> = {
  chain: '本证据所在检查点的根哈希已写入区块链的交易，可在该链上独立查询。',
  log: '本证据由本机构自有的只增不改日志锚定，未写入公有区块链。日志对外公开，任何人可以镜像并核验。',
  confirming: '区块链确认中：本证据已纳入本机构自有日志的检查点，写入区块链的交易尚待确认。',
  pending: '待锚定：本证据已固定保存，锚定尚未完成。',
};

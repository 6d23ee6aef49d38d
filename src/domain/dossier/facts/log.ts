/** `absent`: the package has nothing of the kind. `why` is a Chinese reason. */
export type Checked = { readonly state: 'held' } | { readonly state: 'broken'; readonly why: string } | { readonly state: 'absent' };

export interface LogFacts {
  /** That the manifest is in the tree. */
  readonly inclusion: Checked;
  readonly leafIndex: number | null;
  /** That the log's key signed the checkpoint. */
  readonly signature: Checked;
  /** Sizes of all checkpoints in the package, ascending, each once. */
  readonly sizes: readonly number[];
  /** That one proof joins all of them. */
  readonly consistency: Checked;
  /** That the log names the office's certificate. */
  readonly office: Checked;
}

/** An RFC 3161 token. */
export type TokenFacts =
  | { readonly state: 'held'; readonly at: string; readonly authority: string; readonly serial: string }
  | Exclude<Checked, { readonly state: 'held' }>;

/** A transaction of a chain that carries a checkpoint's root. */
export type TransactionFacts =
  | {
      readonly state: 'held';
      readonly chainId: string;
      readonly hash: string;
      readonly block: string;
      readonly at: string;
      /** Of the checkpoint that it carries, 64 lower-case hex digits. */
      readonly root: string;
    }
  | Exclude<Checked, { readonly state: 'held' }>;

/** The signature of the certificate's PDF, by the certificate in the package. */
export type SignatureFacts =
  | {
      readonly state: 'held';
      readonly level: 'B-B' | 'B-T';
      /** As the PDF states it. */
      readonly signedAt: string;
      readonly validFrom: string;
      readonly validUntil: string;
    }
  | Exclude<Checked, { readonly state: 'held' }>;

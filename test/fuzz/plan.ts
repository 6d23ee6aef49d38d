/** Who makes a call: a name of `World`, nobody, or somebody with a token or key that is none. */
export type Who = string;

/** How the bytes of a request go out. */
export type Delivery =
  | 'plain'
  | 'chunked'
  /** In pieces, with pauses. */
  | 'slow'
  /** Several in one write, before the first answer. */
  | 'pipelined'
  /** Half of the body, then the client leaves. */
  | 'left'
  /** A body that is longer, or shorter, than its head says. */
  | 'longer'
  | 'shorter'
  /** Head and transfer coding that contradict each other, or break the grammar. */
  | 'both-lengths'
  | 'bad-chunk'
  | 'bad-head'
  | 'huge-head'
  | 'expect';

export type Carrier = 'query' | 'form' | 'json' | 'multipart';

export interface FilePart {
  readonly name: string;
  readonly filename: string | null;
  readonly type: string;
  /** Bytes as Latin-1, so that a plan is plain JSON. */
  readonly bytes: string;
}

/** What of a signature is not as it should be. */
export type SignatureFault = 'none' | 'old' | 'nonce' | 'hash' | 'signature' | 'missing' | 'no-such-app' | 'unsigned-payload';

/** One call before it is bytes: plain JSON, from which the same bytes are made again but for timestamp and nonce. */
export interface Plan {
  readonly api: 'console' | 'open';
  /** Key of the contract. */
  readonly call: string;
  readonly method: string;
  /** As sent, path parameters put in. */
  readonly path: string;
  readonly who: Who;
  readonly carrier: Carrier;
  /** Pairs: a name may come twice. Console and multipart: texts alone. */
  readonly fields: readonly (readonly [string, unknown])[];
  /** Behind the `?` of a call whose fields are a body. */
  readonly query: readonly (readonly [string, string])[];
  readonly files: readonly FilePart[];
  /** Instead of fields and files: a whole body, as Latin-1. */
  readonly raw: string | null;
  /** Instead of the carrier's own. */
  readonly contentType: string | null;
  /** Beside those that a call has anyway; of one that comes twice both are sent. */
  readonly headers: readonly (readonly [string, string])[];
  readonly delivery: Delivery;
  readonly signature: SignatureFault;
}

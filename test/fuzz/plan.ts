/** The caller: a name of `World`, nobody, or somebody with an invalid token or key. */
export type Who = string;

/** How the bytes of a request are sent. */
export type Delivery =
  | 'plain'
  | 'chunked'
  /** In pieces, with pauses. */
  | 'slow'
  /** Several in one write, before the first answer. */
  | 'pipelined'
  /** Half of the body, then the client disconnects. */
  | 'left'
  /** A body that is longer, or shorter, than its headers say. */
  | 'longer'
  | 'shorter'
  /** Length and transfer coding that contradict each other or break the grammar. */
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

/** The fault of a signature. */
export type SignatureFault = 'none' | 'old' | 'nonce' | 'hash' | 'signature' | 'missing' | 'no-such-app' | 'unsigned-payload';

/** One call before serialisation: plain JSON, from which the same bytes are made again, except timestamp and nonce. */
export interface Plan {
  readonly api: 'console' | 'open';
  /** Key of the contract. */
  readonly call: string;
  readonly method: string;
  /** As sent, with path parameters filled in. */
  readonly path: string;
  readonly who: Who;
  readonly carrier: Carrier;
  /** Pairs, because a name may be repeated. Console and multipart: only texts. */
  readonly fields: readonly (readonly [string, unknown])[];
  /** The query of a call whose fields are a body. */
  readonly query: readonly (readonly [string, string])[];
  readonly files: readonly FilePart[];
  /** Replaces fields and files: a complete body, as Latin-1. */
  readonly raw: string | null;
  /** Replaces the content type of the carrier. */
  readonly contentType: string | null;
  /** In addition to those that a call has anyway; a repeated one is sent twice. */
  readonly headers: readonly (readonly [string, string])[];
  readonly delivery: Delivery;
  readonly signature: SignatureFault;
}

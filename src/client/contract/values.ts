/* Values beside the calls' own fields. They use no Web or Node types, so that the package's types need no other package. */

/** A file to send: a path, its bytes, or a stream. A stream can be read only once, so a call with one is not repeated. */
export type FileSource = string | Uint8Array | AsyncIterable<Uint8Array> | NamedFile;
export interface NamedFile {
  readonly content: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** File name to send; default is the last part of the path. */
  readonly name?: string;
  readonly mediaType?: string;
}

/** An answer that is a text or a file. Read it once: as `body`, by `text` or by `saveTo`. */
export interface RawAnswer {
  readonly state: 'ready';
  readonly mediaType: string;
  /** Null if the server does not say. */
  readonly sizeBytes: number | null;
  readonly body: AsyncIterable<Uint8Array>;
  text(): Promise<string>;
  /** Writes the answer to a file, which gets its name only when it is complete. */
  saveTo(path: string): Promise<{ readonly sizeBytes: number; readonly sha256: string }>;
}

/** The part of `AbortSignal` that the client uses. */
export interface Cancellation {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface CallOptions {
  readonly signal?: Cancellation;
  /** How long this call is repeated while the server does not answer, if it may be repeated; default is the client's setting. */
  readonly retryForMs?: number;
  /** How long the connection may be silent during this call, if that is longer than the client's `idleMs`. */
  readonly silentForMs?: number;
  /** Receives the number of file bytes that were written to the network so far. */
  readonly onProgress?: (sentBytes: number) => void;
}

/*
 * Values beside the calls' own fields. Web and Node types stay out of them: the package's types ask for no other package.
 */

/** A file to send: a path, its bytes, or a stream. A stream is read once, so a call with one is not repeated. */
export type FileSource = string | Uint8Array | AsyncIterable<Uint8Array> | NamedFile;
export interface NamedFile {
  readonly content: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** As it is to be called; else the path's last part. */
  readonly name?: string;
  readonly mediaType?: string;
}

/** An answer that is a text or a file. Read it once, by one of the three ways. */
export interface RawAnswer {
  readonly state: 'ready';
  readonly mediaType: string;
  /** Null where the server does not say. */
  readonly sizeBytes: number | null;
  readonly body: AsyncIterable<Uint8Array>;
  text(): Promise<string>;
  /** Writes it to a file, which has its name only once all of it is there. */
  saveTo(path: string): Promise<{ readonly sizeBytes: number; readonly sha256: string }>;
}

/** What an `AbortSignal` has. */
export interface Cancellation {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface CallOptions {
  readonly signal?: Cancellation;
  /** How long a call that may be repeated is, when the server does not answer. The client's own setting unless given. */
  readonly retryForMs?: number;
  /** How long the connection may be silent during this call, where that is longer than the client's `idleMs`. */
  readonly silentForMs?: number;
  /** Bytes of the files that were handed to the network so far. */
  readonly onProgress?: (sentBytes: number) => void;
}

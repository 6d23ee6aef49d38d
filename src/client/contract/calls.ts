import type { z } from 'zod';
import type { intakeCalls, unsignedCalls } from '../../contract/open/index.ts';
import type { CallOptions, FileSource, RawAnswer } from './values.ts';

/**
 * The calls as the contract defines them, for the client's sources. `client/generate/declarations` writes the same types out for the
 * package; a test compares the two.
 */
export type Calls = ContractCalls & UploadCalls;
export type { RefusalCode } from '../../contract/open/refusals.ts';

type ContractCalls = {
  readonly [Name in keyof typeof intakeCalls]: CallOf<(typeof intakeCalls)[Name]>;
} & { readonly [Name in keyof typeof unsignedCalls]: CallOf<(typeof unsignedCalls)[Name]> };

/** The input may be omitted if no field of it is required. */
type CallOf<C extends AnyCall> = (
  ...given: Record<never, never> extends InputOf<C>
    ? [input?: InputOf<C>, options?: CallOptions]
    : [input: InputOf<C>, options?: CallOptions]
) => Promise<AnswerOf<C>>;
interface AnyCall {
  readonly path: string;
  readonly output: z.ZodType;
}

type InputOf<C extends AnyCall> = PathFields<C['path']> &
  (C extends { readonly body: infer Body extends z.ZodType } ? BodyFields<z.input<Body>> : unknown) &
  (C extends { readonly query: infer Query extends z.ZodType } ? z.input<Query> : unknown) &
  (C extends { readonly file: infer File extends string } ? Record<File, FileSource> : unknown) &
  (C extends { readonly pictures: readonly (infer Picture extends string)[] } ? { [Name in Picture]?: FileSource } : unknown);

/** For example, `/open/v1/users/:user_id/verification` has `user_id`. */
type PathFields<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & PathFields<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown;

/** The client generates a missing `unique_id` and reuses it when it repeats the call. */
type BodyFields<Body> =
  Body extends Record<string, never>
    ? unknown
    : Body extends { unique_id: string }
      ? Omit<Body, 'unique_id'> & { unique_id?: string }
      : Body;

type AnswerOf<C extends AnyCall> = C extends { readonly media: string } ? RawAnswer | z.output<C['output']> : z.output<C['output']>;

/** Calls of the API document that the contract's tables do not have: tus, the open proof and the open record. */
interface UploadCalls {
  getUpload(input: { attestation_id: string }, options?: CallOptions): Promise<UploadState>;
  continueUpload(input: { attestation_id: string } & UploadChunk, options?: CallOptions): Promise<{ uploadOffset: number }>;
  getEvidenceUpload(input: { upload_id: string }, options?: CallOptions): Promise<UploadState>;
  continueEvidenceUpload(input: { upload_id: string } & UploadChunk, options?: CallOptions): Promise<{ uploadOffset: number }>;
  getPublicProof(input: { number: string }, options?: CallOptions): Promise<RawAnswer | { state: 'pending' }>;
  getRecord(input: { baoquan: string }, options?: CallOptions): Promise<RawAnswer | { state: 'pending' }>;
}

interface UploadState {
  uploadOffset: number;
  uploadLength?: number;
}
interface UploadChunk {
  uploadOffset: number;
  uploadLength?: number;
  body: Uint8Array;
}

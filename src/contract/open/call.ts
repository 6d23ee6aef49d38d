import type { z } from 'zod';

/** One call of the intake API: JSON (or multipart) in and out, proper HTTP status codes (intake). */
export interface IntakeCall<Body extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/open/v1/${string}`;
  readonly summary: string;
  /** `platform`: the office's own clients; `any`: enterprises too, for themselves. */
  readonly caller: 'platform' | 'any';
  readonly body: Body;
  /** What is asked for behind the `?` of the address; the other calls take no notice of that. */
  readonly query?: z.ZodType;
  /** How long a body of JSON may be, where it may be longer than others. */
  readonly bodyBytes?: number;
  /** Names of the picture parts of a multipart body; none for JSON. */
  readonly pictures?: readonly string[];
  /** Its pictures are for some cases alone: without any the body may be JSON. */
  readonly mayBeJson?: boolean;
  /** Name of the one file part of a multipart body, its last part: streamed, of any size up to the configured limit. */
  readonly file?: string;
  readonly output: Output;
  /** What it answers with instead of JSON; `output` is then what 202 says while there is none. */
  readonly media?: 'text/plain' | 'application/zip';
}

/** A call that nobody signs and anybody may make; refused in the intake's way (intake). */
export interface OpenCall<Query extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly method: 'GET';
  readonly path: `/open/v1/${string}`;
  readonly summary: string;
  readonly query: Query;
  readonly output: Output;
}

import type { z } from 'zod';

/** A call of the intake API: JSON or multipart in, JSON out, with real HTTP status codes (intake). */
export interface IntakeCall<Body extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/open/v1/${string}`;
  readonly summary: string;
  /** `platform`: only the office's own clients; `any`: also enterprises, for themselves. */
  readonly caller: 'platform' | 'any';
  readonly body: Body;
  /** The query of the address; calls without it accept none. */
  readonly query?: z.ZodType;
  /** Maximum size of a JSON body if it exceeds the default. */
  readonly bodyBytes?: number;
  /** Names of the picture parts of a multipart body; absent for JSON. */
  readonly pictures?: readonly string[];
  /** The pictures are only needed in some cases; without any, the body may be JSON. */
  readonly mayBeJson?: boolean;
  /** Name of the file part of a multipart body. It comes last and is streamed, up to the configured limit. */
  readonly file?: string;
  readonly output: Output;
  /** Media type of a response that is not JSON; `output` then describes the 202 response while there is none, `z.never()` if none comes. */
  readonly media?: 'text/plain' | 'application/zip' | 'application/pdf';
}

/** An unsigned call that anyone may make; refusals have the intake's form (intake). */
export interface OpenCall<Query extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly method: 'GET';
  readonly path: `/open/v1/${string}`;
  readonly summary: string;
  readonly query: Query;
  readonly output: Output;
}

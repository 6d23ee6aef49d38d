import { z } from 'zod';
import type { Permission } from '../domain/access/access.ts';

/** One call of the API as a value: the server mounts it, the console types its requests by it, OpenAPI describes it. */
export interface Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST';
  /** Exactly the seeds' path, odd capitals included. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly needs: Needs<Input>;
  /** Wire fields in (all texts), inner values out. */
  readonly input: Input;
  /** `data` of the envelope, or `file` for a download that a navigation asks for. */
  readonly output: Output;
  readonly reply: 'data' | 'file';
  /** Name of the one file part of a multipart body, streamed; the other calls take forms. */
  readonly file?: string;
  /** Also for an operator who has yet to set up the one-time password that the role asks for. */
  readonly beforeTotp?: boolean;
  /**
   * The console itself repeats this call, with or without the mark of `backgroundHeader`. It does not keep alive the session of an operator
   * who has left.
   */
  readonly isPolled?: boolean;
  /** Message of a success: Chinese for writes, `success` for reads. */
  readonly message: string;
  /** Message of a success where the input decides it: a call that adds and edits. */
  messageOf?(input: z.output<Input>): string;
}

/** Who may call. `anyOf` is checked before the input is read, `byInput` after it, because some calls serve two pages. */
export type Needs<Input extends z.ZodType = z.ZodType> =
  | 'open'
  | 'signedIn'
  | {
      readonly anyOf: readonly [Permission, ...Permission[]];
      readonly allOf?: readonly Permission[];
      /** Narrows `anyOf` to the permission that this input asks for, or to several of which any suffices. */
      byInput?(input: z.output<Input>): Permission | readonly Permission[];
    };

type Declared<I extends z.ZodType, O extends z.ZodType> = Omit<Call<I, O>, 'method' | 'path' | 'reply' | 'message'> & {
  readonly message?: string;
};

/** Declares a read. */
export function get<const P extends `/api/${string}`, I extends z.ZodType, O extends z.ZodType>(path: P, call: Declared<I, O>) {
  return { message: 'success', ...call, method: 'GET', path, reply: 'data' } as const;
}

/** Declares a write, or a read that the seeds send as a form. */
export function post<const P extends `/api/${string}`, I extends z.ZodType, O extends z.ZodType>(path: P, call: Declared<I, O>) {
  return { message: 'success', ...call, method: 'POST', path, reply: 'data' } as const;
}

/** Declares a write whose body is multipart with one file. */
export function upload<const P extends `/api/${string}`, const F extends string, I extends z.ZodType, O extends z.ZodType>(
  path: P,
  file: F,
  call: Declared<I, O>,
) {
  return { message: 'success', ...call, file, method: 'POST', path, reply: 'data' } as const;
}

/** Declares a download by navigation, which the token cookie may authorise. */
export function download<const P extends `/api/export/${string}`, I extends z.ZodType>(
  path: P,
  call: Omit<Declared<I, z.ZodNull>, 'output'>,
) {
  return { message: 'success', ...call, output: z.null(), method: 'GET', path, reply: 'file' } as const;
}

import { z } from 'zod';
import type { Permission } from '../domain/business/access/access.ts';

/** An API call as a value: the server mounts it, the console derives its request types from it, and OpenAPI describes it. */
export interface Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST';
  /** Exactly the path in the specification, including unusual capitals. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly needs: Needs<Input>;
  /** Parses wire fields (all texts) into inner values. */
  readonly input: Input;
  /** `data` of the envelope. For a download by navigation, `reply` is `file` instead. */
  readonly output: Output;
  readonly reply: 'data' | 'file';
  /** Name of the single file part of a multipart body, which is streamed. Calls without it take forms. */
  readonly file?: string;
  /** Also allowed for operators who must still set up the one-time password that their role requires. */
  readonly beforeTotp?: boolean;
  /**
   * The console repeats this call by itself, with or without `backgroundHeader`. It does not keep the session of an absent operator alive.
   */
  readonly isPolled?: boolean;
  /** Success message: Chinese for writes, `success` for reads. */
  readonly message: string;
  /** Success message if it depends on the input: for a call that both adds and edits. */
  messageOf?(input: z.output<Input>): string;
}

/** Who may call. `anyOf` is checked before the input is parsed, `byInput` after it, because some calls serve two pages. */
export type Needs<Input extends z.ZodType = z.ZodType> =
  | 'open'
  | 'signedIn'
  | {
      readonly anyOf: readonly [Permission, ...Permission[]];
      readonly allOf?: readonly Permission[];
      /** Narrows `anyOf` to the permission that this input requires, or to several, any of which is enough. */
      byInput?(input: z.output<Input>): Permission | readonly Permission[];
    };

type Declared<I extends z.ZodType, O extends z.ZodType> = Omit<Call<I, O>, 'method' | 'path' | 'reply' | 'message'> & {
  readonly message?: string;
};

/** Declares a read. */
export function get<const P extends `/api/${string}`, I extends z.ZodType, O extends z.ZodType>(path: P, call: Declared<I, O>) {
  return { message: 'success', ...call, method: 'GET', path, reply: 'data' } as const;
}

/** Declares a write, or a read that the specification sends as a form. */
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

/** Declares a download by navigation, which the token cookie can authorise. */
export function download<const P extends `/api/export/${string}`, I extends z.ZodType>(
  path: P,
  call: Omit<Declared<I, z.ZodNull>, 'output'>,
) {
  return { message: 'success', ...call, output: z.null(), method: 'GET', path, reply: 'file' } as const;
}

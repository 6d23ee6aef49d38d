import type { z } from 'zod';
import type { Contract } from '../../../contract/console/index.ts';
import { encodeForm, type Envelope, type FormValue } from '../../../contract/wire.ts';
import { isBackgroundCall } from './background-call.ts';
import { effects } from './effects.ts';
import { send, type Fields, type Method } from './request.ts';
import { settle, SignedOut, type SettleOptions } from './verdict.ts';
import { isWrite, writeEvents } from './write-events.ts';

type Entry = Contract[keyof Contract];
type EntryAt<M extends Method, P extends string> = Extract<Entry, { method: M; path: P }>;
/** Exports are navigations, not calls. */
export type PathOf<M extends Method> = Exclude<Extract<Entry, { method: M }>['path'], `/api/export/${string}`>;
type WireInput<M extends Method, P extends string> = z.input<EntryAt<M, P>['input']>;
type OptionalKey<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];
/** The fields of a call in wire types: strings and numbers. */
export type FieldsOf<M extends Method, P extends string> = { [K in OptionalKey<WireInput<M, P>>]?: FormValue } & {
  [K in Exclude<keyof WireInput<M, P>, OptionalKey<WireInput<M, P>>>]: FormValue;
};
/** `data` of a call's envelope. */
export type ReplyOf<M extends Method, P extends string> = z.output<EntryAt<M, P>['output']>;

export interface CallOptions extends SettleOptions {
  readonly signal?: AbortSignal;
}

/** Calls the server. Rejects with CallRefused, SignedOut or TransportError; the caller has to show only the last. */
export function get<P extends PathOf<'GET'>>(path: P, fields: FieldsOf<'GET', P>, options?: CallOptions): Promise<ReplyOf<'GET', P>> {
  return call('GET', path, fields, options) as Promise<ReplyOf<'GET', P>>; // the wire is parsed here
}

/** Posts a form; on success it shows the server's message. */
export function post<P extends PathOf<'POST'>>(path: P, fields: FieldsOf<'POST', P>, options?: CallOptions): Promise<ReplyOf<'POST', P>> {
  return call('POST', path, fields, options) as Promise<ReplyOf<'POST', P>>; // the wire is parsed here
}

/** Calls a path with a method known only at run time, such as a list's source. The caller knows the type of the reply. */
export function read(method: Method, path: PathOf<Method>, fields: Fields, options?: CallOptions): Promise<unknown> {
  return call(method, path, fields, options);
}

/**
 * Sends a request before a screen needs it. A later call with the same fields takes the reply and judges it, so a wrong guess does no harm.
 */
export function warm(method: Method, path: PathOf<Method>, fields: Fields): Promise<Envelope> {
  const key = keyOf(method, path, fields);
  const reply = send(method, path, fields, effects().currentToken());
  reply.catch(() => early.delete(key)); // the call itself tries again and reports
  early.set(key, reply);
  setTimeout(() => early.get(key) === reply && early.delete(key), earlyLifeMs);
  return reply;
}

async function call(method: Method, path: string, fields: Fields, options: CallOptions = {}): Promise<unknown> {
  const token = effects().currentToken();
  if (token === '' && !path.startsWith(openCalls)) {
    effects().endSession(token); // the session ended earlier, and that was reported then
    throw new SignedOut('账户过期，请重新登录');
  }
  const key = keyOf(method, path, fields);
  const waiting = early.get(key);
  early.delete(key);
  const isBackground = isBackgroundCall();
  // An early request that failed meanwhile counts as this call's failure: nothing is sent twice unnoticed.
  const reply = await (waiting ?? send(method, path, fields, token, { signal: options.signal, isBackground }));
  if (isWrite(method, reply)) writeEvents.emit();
  return settle(reply, token, effects(), options);
}

/** Calls without a token: captcha and login. */
const openCalls = '/api/login/';
const early = new Map<string, Promise<Envelope>>();
const earlyLifeMs = 10_000;

function keyOf(method: Method, path: string, fields: Fields): string {
  return `${effects().currentToken()} ${method} ${path}?${encodeForm(fields)}`;
}

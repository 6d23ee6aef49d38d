import type { z } from 'zod';
import type { Contract } from '../../contract/console/index.ts';
import { encodeForm, type Envelope, type FormValue } from '../../contract/wire.ts';
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
/** The fields of a call as the wire takes them: texts and numbers. */
export type FieldsOf<M extends Method, P extends string> = { [K in OptionalKey<WireInput<M, P>>]?: FormValue } & {
  [K in Exclude<keyof WireInput<M, P>, OptionalKey<WireInput<M, P>>>]: FormValue;
};
/** `data` of a call's envelope. */
export type ReplyOf<M extends Method, P extends string> = z.output<EntryAt<M, P>['output']>;

export interface CallOptions extends SettleOptions {
  readonly signal?: AbortSignal;
}

/** Asks the server. Rejects with CallRefused, SignedOut or TransportError; only the last is left for the caller to show. */
export function get<P extends PathOf<'GET'>>(path: P, fields: FieldsOf<'GET', P>, options?: CallOptions): Promise<ReplyOf<'GET', P>> {
  return call('GET', path, fields, options) as Promise<ReplyOf<'GET', P>>; // the wire is met here
}

/** Sends a form; its success shows the server's message. */
export function post<P extends PathOf<'POST'>>(path: P, fields: FieldsOf<'POST', P>, options?: CallOptions): Promise<ReplyOf<'POST', P>> {
  return call('POST', path, fields, options) as Promise<ReplyOf<'POST', P>>; // the wire is met here
}

/** Asks for what a value names that carries its own method, such as a list's source; what comes is typed where the value was declared. */
export function read(method: Method, path: PathOf<Method>, fields: Fields, options?: CallOptions): Promise<unknown> {
  return call(method, path, fields, options);
}

/**
 * Asks early for what a screen will ask for: the reply waits for the call with the same fields and is judged there, so an early guess can
 * do no harm.
 */
export function warm(method: Method, path: PathOf<Method>, fields: Fields): Promise<Envelope> {
  const key = keyOf(method, path, fields);
  const reply = send(method, path, fields, effects().currentToken());
  reply.catch(() => early.delete(key)); // the call itself will try again and report
  early.set(key, reply);
  setTimeout(() => early.get(key) === reply && early.delete(key), earlyLifeMs);
  return reply;
}

async function call(method: Method, path: string, fields: Fields, options: CallOptions = {}): Promise<unknown> {
  const token = effects().currentToken();
  if (token === '' && !path.startsWith(openCalls)) {
    effects().endSession(token); // the session ended before this call, and whatever ended it has said so
    throw new SignedOut('账户过期，请重新登录');
  }
  const key = keyOf(method, path, fields);
  const waiting = early.get(key);
  early.delete(key);
  const isBackground = isBackgroundCall();
  // What was asked early and has failed meanwhile has failed: nothing is asked twice behind the operator's back.
  const reply = await (waiting ?? send(method, path, fields, token, { signal: options.signal, isBackground }));
  if (isWrite(method, reply)) writeEvents.emit();
  return settle(reply, token, effects(), options);
}

/** What is asked without a token: captcha and login. */
const openCalls = '/api/login/';
const early = new Map<string, Promise<Envelope>>();
const earlyLifeMs = 10_000;

function keyOf(method: Method, path: string, fields: Fields): string {
  return `${effects().currentToken()} ${method} ${path}?${encodeForm(fields)}`;
}

/** All special cases of the wire format (spec/wire, 1 and 2; spec/console, 8.2). No dependencies: the login page includes it. */
export interface Envelope<Data = unknown> {
  readonly code: number | string;
  /** `message` and `msg` always carry the same text. */
  readonly message: string;
  readonly msg: string;
  readonly data: Data;
}

/** Why a call was refused. Only this table knows the wire's codes for it. */
export const refusals = {
  /** Invalid input, or a business rule refused. */
  rule: { code: 403, message: 'failed' },
  /** Someone else changed the object first. */
  conflict: { code: 430, message: 'failed' },
  /** The token is malformed: foreign or tampered with. */
  brokenToken: { code: 408, message: '接口解密失败' },
  /** No token; or it expired, was signed out, or was revoked by a password change. */
  signedOut: { code: 401, message: 'failed' },
  /** The role lacks the permission of the call. */
  forbidden: { code: 403, message: '权限不足！' },
  /** The account or its role is disabled. */
  disabled: { code: 403, message: '账号被禁用' },
} as const;
export type RefusalKind = keyof typeof refusals;

/** The code by which the console recognises that someone else changed the object first. */
export const conflictCode: number = refusals.conflict.code;

export function accepted<Data>(data: Data, message = 'success'): Envelope<Data> {
  return { code: 200, message, msg: message, data };
}

export function refused(kind: RefusalKind, detail?: { msg: string; fields?: Record<string, string> }): Envelope {
  const { code, message } = refusals[kind];
  return { code, message, msg: message, data: kind === 'rule' || kind === 'conflict' ? (detail ?? { msg: message }) : null };
}

/** An error or a refusal by the transport; the envelope carries the HTTP status. */
export function transportRefusal(status: number, message: string, data: unknown = null): Envelope {
  return { code: status, message, msg: message, data };
}

/** Form encoding of a request: values as text, lists comma-joined, absent and null fields omitted. */
export function encodeForm(fields: Record<string, FormValue>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    form.append(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return form;
}
export type FormValue = string | number | boolean | readonly (string | number)[] | null | undefined;

/** The rows in `data.list` or `data.data`, whichever a list returns (spec/console, 7.5), with the exact total. */
export function rowsOf<Row>(data: { list: Row[]; count: number } | { data: Row[]; count: number }): { rows: Row[]; total: number } {
  return { rows: 'list' in data ? data.list : data.data, total: Number(data.count) };
}

/**
 * The token of an Authorization header: `Bearer <token>` or the bare token; empty if there is none. `Bearer` alone also counts as none,
 * because HTTP trims `Bearer ` with an empty token to that.
 */
export function tokenOf(authorization: string | undefined): string {
  return (authorization ?? '').trim().replace(/^Bearer(?:\s+|$)/i, '');
}

/** The name of a cookie of this site. With TLS it has the prefix with which no other host of the domain can set it. */
export function cookieName(name: 'token' | 'oidc', isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}

/** The value of the first cookie of this name that can be decoded; empty if there is none. */
export function cookieOf(cookies: string, name: string): string {
  for (const part of cookies.split(/;\s*/)) {
    const value = part.startsWith(`${name}=`) ? decoded(part.slice(name.length + 1)) : '';
    if (value !== '') return value;
  }
  return '';
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return ''; // what this site writes can be decoded, so it is not ours
  }
}

/**
 * Header with value 1 for a call that a client makes by itself, such as renewing a claim or polling. It never grants anything: such a call
 * does not keep a session alive, and displaying something again adds no further opening to the trail.
 */
export const backgroundHeader = 'x-background';

/** A date range in one field: `start - end`. */
export function encodeRange(range: readonly [string, string] | null | undefined): string | undefined {
  return range ? `${range[0]} - ${range[1]}` : undefined;
}

/** How the console handles a reply. */
export type Verdict =
  | { readonly kind: 'ok' }
  /** Show the text, discard the token, go to /login. */
  | { readonly kind: 'signOut'; readonly text: string; readonly durationMs?: number }
  /** Show the text as an error. */
  | { readonly kind: 'error'; readonly text: string }
  /** 审核成功 with another code is neither an error nor the end of the session. */
  | { readonly kind: 'quiet' };

/** spec/console, 8.2: the rules in their order; the first match decides. */
export function classify(reply: Envelope): Verdict {
  const code = Number(reply.code);
  const message = reply.message ?? reply.msg ?? '';
  const inner = innerMessage(reply.data);
  if (code === 200) return { kind: 'ok' };
  if (code === refusals.brokenToken.code) return { kind: 'signOut', text: '接口解密失败' };
  if (message === '权限不足！') return { kind: 'signOut', text: '权限不足！请重新登录' };
  if (message === '账号被禁用') return { kind: 'signOut', text: message, durationMs: 4000 };
  if ((code === 403 && message === 'failed') || inner === '该用户不存在' || inner === '该用户未实名通过' || code === conflictCode) {
    return { kind: 'error', text: inner || message };
  }
  if (message === '审核成功') return { kind: 'quiet' };
  if (message !== '' && message !== 'failed') return { kind: 'error', text: message };
  return { kind: 'signOut', text: '账户过期，请重新登录' };
}

function innerMessage(data: unknown): string {
  return typeof data === 'object' && data !== null && 'msg' in data && typeof data.msg === 'string' ? data.msg : '';
}

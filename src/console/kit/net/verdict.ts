import { classify, conflictCode, type Envelope } from '../../../contract/wire.ts';

/** A refused call: the message is for the operator, `fields` are errors for the inputs of a form. */
export class CallRefused extends Error {
  override name = 'CallRefused';

  constructor(
    readonly code: number,
    message: string,
    readonly fields: Readonly<Record<string, string>> = {},
    /** Further requests of the server: the names that are true in `data`. */
    readonly hints: ReadonlySet<string> = new Set(),
    /** The challenge for a passkey, in the form of the login; null if none is requested. */
    readonly passkey: object | null = null,
  ) {
    super(message);
  }
}

/** Whether a call was refused because somebody else changed the object first (spec/wire, 2). */
export function isConflict(error: unknown): error is CallRefused {
  return error instanceof CallRefused && error.code === conflictCode;
}

/** Calls `reload` if somebody else was first and the screen is therefore outdated. The promise still rejects. */
export async function reloadOnConflict<Data>(sent: Promise<Data>, reload: () => void): Promise<Data> {
  try {
    return await sent;
  } catch (error) {
    if (isConflict(error)) reload();
    throw error;
  }
}

/** The session has ended and the operator was informed; nothing is left to show. */
export class SignedOut extends Error {
  override name = 'SignedOut';
}

/** The error that a screen may show in place of its data. The end of a session was already reported, and the login page follows. */
export function errorToShow(error: Error | null): Error | null {
  return error instanceof SignedOut ? null : error;
}

/** What a reply may do to the console; injected, so that each rule can be tested without a browser. */
export interface Effects {
  currentToken(): string;
  showSuccess(text: string): void;
  showError(text: string, durationMs?: number): void;
  /** Deletes the token, clears the caches and goes to /login, which keeps showing the reason if there is one. */
  endSession(token: string, reason?: string): void;
  /** Fetches the operator and their permissions again. */
  reloadOperator(): void;
}

/**
 * `quiet` calls leave the message to the caller: a list shows its refusal in place of its rows. `quietOnConflict` calls do so only if
 * somebody else was first: a form shows what they changed. `about` completes the message of a success.
 */
export interface SettleOptions {
  readonly quiet?: boolean;
  readonly quietOnConflict?: boolean;
  readonly about?: About;
}

/** What a write did to what, for its success message: `审核成功，已通过：北京舟野食品有限公司`. */
export interface About {
  /** Such as 已通过; left out where the server's message says it. */
  readonly act?: string;
  readonly name: string;
}

/** The server's message of a success, with what happened to what. */
function successText(message: string, about: About | undefined): string {
  if (!about || about.name === '') return message;
  return `${message}${about.act === undefined ? '' : `，${about.act}`}：${about.name}`;
}

/**
 * Applies the verdict of spec/console, 8.2, to the console. Returns `data` of a success, throws otherwise.
 * @param token the one that the request carried: if several replies end the same session, only the first reports it.
 */
export function settle(reply: Envelope, token: string, effects: Effects, options: SettleOptions = {}): unknown {
  const verdict = classify(reply);
  if (verdict.kind === 'ok') {
    if (!options.quiet && reply.message && reply.message !== 'success') effects.showSuccess(successText(reply.message, options.about));
    return reply.data;
  }
  if (verdict.kind === 'quiet') return reply.data;
  if (verdict.kind === 'signOut') {
    if (token !== '' && effects.currentToken() !== token) throw new SignedOut(verdict.text);
    effects.showError(verdict.text, verdict.durationMs);
    effects.endSession(token, verdict.text);
    throw new SignedOut(verdict.text);
  }
  const refused = new CallRefused(
    Number(reply.code),
    withRequestId(verdict.text, reply),
    fieldsOf(reply.data),
    hintsOf(reply.data),
    passkeyIn(reply.data),
  );
  // The page for setting it up explains itself.
  if (refused.hints.has('mustSetUpTotp')) effects.reloadOperator();
  else if (!options.quiet && !(options.quietOnConflict && isConflict(refused))) effects.showError(refused.message);
  throw refused;
}

/** Adds the request id to a fault, so that the operator can name it to the server's administrator. */
function withRequestId(text: string, reply: Envelope): string {
  const id = textIn(reply.data, 'requestId');
  return Number(reply.code) < 500 || id === '' || text.includes(id) ? text : `${text}（编号：${id}）`;
}

function fieldsOf(data: unknown): Record<string, string> {
  if (typeof data !== 'object' || data === null || !('fields' in data) || typeof data.fields !== 'object' || data.fields === null)
    return {};
  return Object.fromEntries(Object.entries(data.fields).map(([name, text]) => [name, String(text)]));
}

function hintsOf(data: unknown): ReadonlySet<string> {
  return new Set(
    typeof data === 'object' && data !== null ? Object.entries(data).flatMap(([name, value]) => (value === true ? [name] : [])) : [],
  );
}

function passkeyIn(data: unknown): object | null {
  const isAsked = typeof data === 'object' && data !== null && 'passkey' in data;
  return isAsked && typeof data.passkey === 'object' ? data.passkey : null;
}

function textIn(data: unknown, name: string): string {
  const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
  return typeof value === 'string' ? value : '';
}

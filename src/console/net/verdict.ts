import { classify, conflictCode, type Envelope } from '../../contract/wire.ts';

/** A call that was refused: the text is for the operator, `fields` belong under the inputs of a form. */
export class CallRefused extends Error {
  override name = 'CallRefused';

  constructor(
    readonly code: number,
    message: string,
    readonly fields: Readonly<Record<string, string>> = {},
    /** What the server asks for beside the message: the names that are true in `data`. */
    readonly hints: ReadonlySet<string> = new Set(),
    /** What a passkey is to sign, in the form of the login; null where none is asked for. */
    readonly passkey: object | null = null,
  ) {
    super(message);
  }
}

/** Whether a call was refused because somebody else changed it first (wire, section 2). */
export function isConflict(error: unknown): error is CallRefused {
  return error instanceof CallRefused && error.code === conflictCode;
}

/** Calls `reload` where somebody else was first: what the screen shows is old. The refusal stays one. */
export async function reloadOnConflict<Data>(sent: Promise<Data>, reload: () => void): Promise<Data> {
  try {
    return await sent;
  } catch (error) {
    if (isConflict(error)) reload();
    throw error;
  }
}

/** The session has ended and the operator was told; nothing is left to say. */
export class SignedOut extends Error {
  override name = 'SignedOut';
}

/** What a screen may say in the place of its data. The end of a session was told already, and the login page is on its way. */
export function errorToShow(error: Error | null): Error | null {
  return error instanceof SignedOut ? null : error;
}

/** What a reply may do to the console; injected, so that each rule is tested without a browser. */
export interface Effects {
  currentToken(): string;
  showSuccess(text: string): void;
  showError(text: string, durationMs?: number): void;
  /** Forgets the token, empties the caches and goes to /login, which goes on showing the reason where there is one. */
  endSession(token: string, reason?: string): void;
  /** Asks anew who the operator is and what he may do. */
  reloadOperator(): void;
}

/**
 * `quiet` calls leave the message to the caller: a list shows its refusal in the place of its rows. Calls that are `quietOnConflict` do so
 * where somebody else was first: a form shows what he changed.
 */
export interface SettleOptions {
  readonly quiet?: boolean;
  readonly quietOnConflict?: boolean;
}

/**
 * What the verdict of seed 1, section 8, means for the console. Gives `data` of a success, throws otherwise.
 * `token` is the one that the request carried: when several replies end the same session, the first one speaks and the others find it gone.
 */
export function settle(reply: Envelope, token: string, effects: Effects, options: SettleOptions = {}): unknown {
  const verdict = classify(reply);
  if (verdict.kind === 'ok') {
    if (!options.quiet && reply.message && reply.message !== 'success') effects.showSuccess(reply.message);
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
  // The page that asks for it says so itself.
  if (refused.hints.has('mustSetUpTotp')) effects.reloadOperator();
  else if (!options.quiet && !(options.quietOnConflict && isConflict(refused))) effects.showError(refused.message);
  throw refused;
}

/** A fault is reported with its request id, so that the operator can name it to the administrator of the server. */
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

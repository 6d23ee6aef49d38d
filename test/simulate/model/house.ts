/**
 * What the specification says an office holds: plain values in the wire's own codes. Nothing here comes from the server's code, so that a
 * mistake of the one is not a mistake of the other.
 */
export interface House {
  /** By the key of a user: type and mobile, which name one user from before their registration on. */
  readonly users: Map<string, User>;
  readonly operators: ReadonlyMap<string, Operator>;
  /** A captcha that nobody has used; empty where there is none. */
  captcha: string;
  /** One that served already. */
  usedCaptcha: string;
  /** Faults are made while calls are under way. */
  isDisturbed: boolean;
}

export interface Operator {
  readonly username: string;
  readonly realname: string;
  readonly id: string;
  readonly roleId: string;
  token: string;
  isSignedIn: boolean;
  /** Signed out by themselves: what becomes of the account later says nothing to that token. */
  hasLeft: boolean;
  isDisabled: boolean;
  isRoleDisabled: boolean;
  readonly permissions: ReadonlySet<string>;
  /** With node 37: only the applications that are the operator's own. */
  readonly narrowed: boolean;
}

export interface User {
  readonly key: string;
  readonly id: string;
  /** 1 personal, 2 enterprise. */
  readonly type: 1 | 2;
  readonly mobile: string;
  readonly name: string;
  /** 1 not verified, 2 waits, 3 approved, 4 refused. */
  status: 1 | 2 | 3 | 4;
  /** 0 none, 2 waits, 3 approved, 4 refused. */
  repair: 0 | 2 | 3 | 4;
  /** Of every review. */
  checks: { status: 0 | 1; reason: string; by: string }[];
  points: number;
  /** Every movement of points. `business`: 1 evidence, 2 web capture, 3 and 4 recordings, 5 gift, 6 recharge. */
  bookings: { business: number; points: number }[];
  gifts: { requestId: string; kind: number; points: number; by: string; explain: string; id: string; isRevoked: boolean }[];
  evidence: { number: string; title: string; sha256: string }[];
  captures: { number: string; status: 'WAIT' | 'CANCEL'; title: string }[];
  recordings: Recording[];
  applications: Application[];
  recharges: { orderNo: string; points: number; fen: number; pay: Pay; invoice: string | null }[];
  /** What the gateway told, by trade. */
  notices: { tradeNo: string; orderNo: string; payType: number; result: 'SUCCESS' | 'FAIL' }[];
  invoices: Invoice[];
  logins: number;
  feedback: number;
  events: HouseEvent[];
  /** Creating calls that were acknowledged: a repetition has the same answer. */
  receipts: Receipt[];
}

/** 1 unpaid, 2 paid, 3 failed, 5 refunded. */
export type Pay = 1 | 2 | 3 | 5;

export interface Recording {
  readonly number: string;
  readonly type: 'pro' | 'move';
  /** What its file is made of. */
  readonly word: string;
  /** Whether the hash that was declared is the file's. */
  readonly isTrue: boolean;
  offset: number;
  status: 'ING' | 'UPLOAD' | 'SUCCESS' | 'FAIL';
}

export interface Application {
  readonly id: string;
  readonly orderNo: string;
  readonly numbers: readonly string[];
  readonly fen: number;
  pay: Pay;
  status: 'waiting' | 'passed' | 'failed' | 'withdrawn';
  remark: string;
  refundOrderNo: string;
  invoice: string | null;
  /** Account of the acceptor; undefined until it was asked for. */
  acceptor: string | undefined;
}

export interface Invoice {
  readonly id: string;
  readonly orders: readonly string[];
  readonly type: 1 | 2 | 3;
  readonly fen: number;
  /** 1 waits, 2 with finance, 3 issued, 4 refused. */
  status: 1 | 2 | 3 | 4;
  firstBy: string;
  remark: string;
}

export interface HouseEvent {
  readonly type: string;
  /** What names the object, and what is told of it. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Receipt {
  readonly call: OpenCall;
  readonly answer: unknown;
}

/** A call of `/open/v1`, before it is signed. */
export interface OpenCall {
  readonly door: 'open';
  /** Of the contract's entry, whose schema judges the answer. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE' | 'PATCH';
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Parts of a multipart body; JSON without them. */
  readonly files?: Readonly<Record<string, Buffer>>;
  /** A chunk of an upload (tus), instead of fields and files; what is answered is `offset`. */
  readonly chunk?: { readonly bytes: Buffer; readonly offset: number; readonly length: number };
}

/** A call of `/api`. */
export interface ConsoleCall {
  readonly door: 'console';
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly fields: Readonly<Record<string, string | number | undefined>>;
  /** Who calls; empty for nobody. */
  readonly operator: string;
}
export type Call = OpenCall | ConsoleCall;

export interface Answer {
  /** HTTP's; 0 where none came. */
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export function newUser(key: string, id: string, name: string): User {
  const [type, mobile = ''] = key.split('/');
  return {
    key,
    id,
    type: type === '2' ? 2 : 1,
    mobile,
    name,
    status: 1,
    repair: 0,
    checks: [],
    points: 0,
    bookings: [],
    gifts: [],
    evidence: [],
    captures: [],
    recordings: [],
    applications: [],
    recharges: [],
    notices: [],
    invoices: [],
    logins: 0,
    feedback: 0,
    events: [],
    receipts: [],
  };
}

export function yuan(fen: number): string {
  return `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
}

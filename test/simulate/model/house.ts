import { operatorsOf, type Operator, type Staff } from './staff.ts';

/**
 * What the specification says an office holds: plain values in the wire's own codes. Nothing here comes from the server's code, so that a
 * mistake of the one is not a mistake of the other.
 */
export interface House {
  /** By the key of a user: type and mobile, which name one user from before their registration on. */
  readonly users: Map<string, User>;
  staff: Staff;
  /** Of the staff as it is, by their names. */
  operators: ReadonlyMap<string, Operator>;
  /** Parts of the house that hang on no user, by their keys. */
  readonly parts: Map<string, unknown>;
  /** Where webhooks go; empty where nobody receives any. */
  receiver: string;
  /** Faults are made while calls are under way. */
  isDisturbed: boolean;
}

/** A house without users. */
export function newHouse(staff: Staff): House {
  return { users: new Map(), staff, operators: operatorsOf(staff), parts: new Map(), receiver: '', isDisturbed: false };
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
  gifts: { requestId: string; kind: number; points: number; by: string; byId: string; explain: string; id: string; isRevoked: boolean }[];
  evidence: { number: string; title: string; sha256: string }[];
  captures: { number: string; status: 'WAIT' | 'CANCEL'; title: string; label: string }[];
  recordings: Recording[];
  applications: Application[];
  recharges: { orderNo: string; points: number; fen: number; pay: Pay; invoice: string | null }[];
  /** Of an approved enterprise: its credentials, once they were asked for, and whether they are suspended. */
  credentials: ClientKey | undefined;
  isSuspended: boolean;
  /** What the gateway told, by trade. */
  notices: { tradeNo: string; orderNo: string; payType: number; result: 'SUCCESS' | 'FAIL' }[];
  invoices: Invoice[];
  logins: number;
  feedback: { id: string; type: number; content: string }[];
  /** Internal notes beside the user. */
  notes: Note[];
  /** Of evidence, by operators: each is a row of its history. */
  downloads: { number: string; by: string; isBatch: boolean }[];
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
  /** Account of who has it in hand; empty for nobody. */
  claim: string;
}

export interface Invoice {
  readonly id: string;
  readonly orders: readonly string[];
  readonly type: 1 | 2 | 3;
  readonly fen: number;
  /** 1 waits, 2 with finance, 3 issued, 4 refused. */
  status: 1 | 2 | 3 | 4;
  /** Account of who did the first step; empty before it. */
  firstBy: string;
  /** A red-letter invoice took it back. */
  isRed: boolean;
  remark: string;
}

export interface Note {
  readonly id: string;
  readonly content: string;
  readonly author: string;
  isWithdrawn: boolean;
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
  /** Who signs, where that is not the platform's own client. */
  readonly client?: ClientKey;
}

export interface ClientKey {
  readonly app_id: string;
  readonly security_key: string;
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
  /** Of their session. */
  readonly token: string;
}

/** A command of the command line. */
export interface CommandCall {
  readonly door: 'command';
  readonly name: string;
  readonly method: 'RUN';
  /** As it is typed. */
  readonly path: string;
  readonly fields: Readonly<Record<string, never>>;
}
export type Call = OpenCall | ConsoleCall | CommandCall;

export interface Answer {
  /** HTTP's; 0 where none came. Of a command 200 where it was carried out, 400 where it says why not. */
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
    credentials: undefined,
    isSuspended: false,
    notices: [],
    invoices: [],
    logins: 0,
    feedback: [],
    notes: [],
    downloads: [],
    events: [],
    receipts: [],
  };
}

export function yuan(fen: number): string {
  return `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
}

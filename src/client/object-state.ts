import type { Calls } from './contract/calls.ts';
import { NotaryRefusal } from './net/refusal.ts';

/** The calls that return the state of an object. */
export type ObjectStates = Pick<Calls, 'getEvidence' | 'getCapture' | 'getRecording' | 'getUser' | 'getNotarization'>;

/** Whether the event happened: about when, or the earliest possible time (both ISO 8601); not yet; or unknown from the object's state. */
export type Happened = { readonly about: string } | { readonly notBefore: string } | 'not yet' | 'unknown';

interface Match {
  readonly type: string;
  readonly baoquan?: string | undefined;
  readonly baoquan_no?: string | undefined;
  readonly attestation_id?: string | undefined;
  readonly user_id?: string | null | undefined;
  readonly orderId?: string | undefined;
  readonly order_no?: string | null | undefined;
  readonly refund_order_no?: string | null | undefined;
}

/** Derives from an object's state whether the awaited event about it has already happened. */
export async function whenHappened(calls: ObjectStates, match: Match): Promise<Happened> {
  const { type, baoquan, baoquan_no, attestation_id, user_id } = match;
  if (type === 'evidence.created' && baoquan !== undefined)
    return stateOf(calls.getEvidence({ baoquan }), ({ saveTime }) => instantOf(saveTime));
  if (type === 'evidence.anchored' && baoquan !== undefined)
    return stateOf(calls.getEvidence({ baoquan }), ({ state, anchoredAt }) =>
      state === 'anchored' && anchoredAt !== null ? instantOf(anchoredAt) : 'not yet',
    );
  if (type === 'evidence.cosigned' && baoquan !== undefined)
    return stateOf(calls.getEvidence({ baoquan }), ({ complete, anchoredAt }) =>
      complete && anchoredAt !== null ? { notBefore: instantOf(anchoredAt).about } : 'not yet',
    );
  if (type.startsWith('capture.') && baoquan_no !== undefined) return stateOf(calls.getCapture({ baoquan_no }), openOrNot);
  if (type.startsWith('recording.') && attestation_id !== undefined) return stateOf(calls.getRecording({ attestation_id }), openOrNot);
  if ((type === 'user.approved' || type === 'user.rejected') && typeof user_id === 'string')
    return stateOf(calls.getUser({ user_id }), ({ user_status: status }) => (status <= pendingUser ? 'not yet' : 'unknown'));
  const { orderId, order_no, refund_order_no } = match;
  if (orderId !== undefined)
    return stateOf(calls.getNotarization({ orderId }), ({ progress, order_no: number }) =>
      progress === underWay && decided.has(type) ? 'not yet' : sinceOrder(number),
    );
  return sinceOrder(refund_order_no ?? order_no);
}

/** The number of an order begins with the day on which it was made; no event about it can be older. */
function sinceOrder(number: string | null | undefined): Happened {
  const day = /^(\d{4})(\d\d)(\d\d)[0-9A-F]{16}$/.exec(number ?? '');
  const time = day && Date.parse(`${day.slice(1).join('-')}T00:00:00+08:00`);
  return time === null || Number.isNaN(time) ? 'unknown' : { notBefore: new Date(time - marginMs).toISOString() };
}

/** Unknown evidence may still come from a capture or a recording, which has its number earlier. */
async function stateOf<Answer>(asked: Promise<Answer>, judge: (answer: Answer) => Happened): Promise<Happened> {
  try {
    return judge(await asked);
  } catch (error) {
    if (error instanceof NotaryRefusal && error.code === 'unknown') return 'not yet';
    throw error;
  }
}

function openOrNot({ status }: { readonly status: string }): Happened {
  return openStatuses.has(status) ? 'not yet' : 'unknown';
}

/** Slightly before an office time (`yyyy-MM-dd HH:mm:ss` in Asia/Shanghai), because the clocks of its servers may differ. */
function instantOf(time: string): { readonly about: string } {
  return { about: new Date(Date.parse(`${time.replace(' ', 'T')}+08:00`) - marginMs).toISOString() };
}

const openStatuses = new Set(['WAIT', 'FELLIN', 'ING', 'UPLOAD']);
/** 1 is 未认证, 2 is 待审核. */
const pendingUser = 2;
/** `progress` of an application that waits for its review. */
const underWay = 1;
const decided = new Set(['notarization.approved', 'notarization.rejected', 'notarization.withdrawn', 'document.issued']);
const marginMs = 10_000;

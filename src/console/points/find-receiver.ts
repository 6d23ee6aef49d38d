import { userType } from '../../domain/codes/users.ts';
import { get, type ReplyOf } from '../net/call.ts';
import { CallRefused } from '../net/verdict.ts';

export const receiverPath = '/api/ajax/user/findReceiver';
type Receiver = ReplyOf<'GET', typeof receiverPath>;
/** Asks the server for the user with this mobile number and type. */
type Ask = (mobile: string, type: string, signal?: AbortSignal) => Promise<Receiver>;

const ask: Ask = (mobile, type, signal) => get(receiverPath, { mobile, type }, { quiet: true, ...(signal && { signal }) });

/**
 * The user who would receive the points. A mobile number is known by type, so for one that only the other type has, the refusal says so.
 * @throws CallRefused, which the caller shows.
 */
export async function findReceiver(mobile: string, type: string, signal?: AbortSignal, asked: Ask = ask): Promise<Receiver> {
  try {
    return await asked(mobile, type, signal);
  } catch (error) {
    const other = userType.options.find(({ value }) => String(value) !== type);
    if (!(error instanceof CallRefused) || !other) throw error;
    const text = await asked(mobile, String(other.value), signal).then(
      ({ name }) => `该手机号是${other.label}用户“${name}”，请改选用户类型`,
      (refusal: unknown) => (isUnverified(refusal) && !isUnverified(error) ? `该手机号是${other.label}用户，尚未实名通过` : ''),
    );
    if (text === '') throw error;
    throw new CallRefused(error.code, text, { type: `是${other.label}用户` });
  }
}

/** Such a user exists, but may receive no points. */
function isUnverified(error: unknown): boolean {
  return error instanceof CallRefused && error.message === '该用户未实名通过';
}

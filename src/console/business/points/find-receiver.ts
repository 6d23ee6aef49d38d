import { userType } from '../../../domain/business/codes/users.ts';
import { get, type ReplyOf } from '../../kit/net/call.ts';
import { CallRefused } from '../../kit/net/verdict.ts';

export const receiverPath = '/api/ajax/user/findReceiver';
export type Receiver = ReplyOf<'GET', typeof receiverPath>;
/** Asks the server for the user with this mobile number and type. */
type Ask = (mobile: string, type: string, signal?: AbortSignal) => Promise<Receiver>;

const ask: Ask = (mobile, type, signal) => get(receiverPath, { mobile, type }, { quiet: true, ...(signal && { signal }) });

/**
 * The users with a mobile number who may receive points: of one type, or one of each.
 * @throws CallRefused if there is none, which the caller shows.
 */
export async function findReceivers(mobile: string, signal?: AbortSignal, asked: Ask = ask): Promise<readonly Receiver[]> {
  const answers = await Promise.allSettled(userType.codes.map((type) => asked(mobile, String(type), signal)));
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
  const fault =
    errors.find((error) => !(error instanceof CallRefused)) ?? (found.length > 0 ? undefined : (errors.find(isUnverified) ?? errors[0]));
  if (fault !== undefined) throw fault;
  return found;
}

/** The refusal where only a user of the type that was not chosen has the number. */
export function wrongType([other]: readonly Receiver[]): CallRefused {
  const typeName = other?.type_name ?? '';
  return new CallRefused(403, `该手机号是${typeName}用户“${other?.name ?? ''}”，请改选用户类型`, { type: `是${typeName}用户` });
}

/** Says that more users of that type have the number, which version 1.0 took in several spellings; empty if there are none. */
export function othersNote({ user_id: id, others }: Pick<Receiver, 'user_id' | 'others'>): string {
  return others === 0 ? '' : `，用户ID ${id}；同号同类型的用户还有 ${others} 个，积分不会赠给他们`;
}

/** Such a user exists, but may receive no points. */
function isUnverified(error: unknown): boolean {
  return error instanceof CallRefused && error.hints.has('isUnverified');
}

import { userPart } from '../model/parts.ts';
import { differs, refusal } from './expect.ts';
import { answeredAs, anyUser, type UserCommand } from './targets.ts';

/** The same `unique_id` with the same content answers the first answer; with other content 409 (spec/intake, 3). */
const repeat: UserCommand = {
  name: 'repeat',
  weight: 10,
  plan(house, dice) {
    const target = anyUser(house, dice, ({ receipts }) => receipts.length > 0);
    const receipt = dice.pick(target?.receipts ?? []);
    if (!target || !receipt) return undefined;
    const isAltered = dice.oneIn(2) && changeable(receipt.call.fields) !== undefined;
    const name = changeable(receipt.call.fields);
    const fields = isAltered && name !== undefined ? { ...receipt.call.fields, [name]: `另${dice.word(4)}` } : receipt.call.fields;
    return {
      call: { ...receipt.call, fields },
      part: userPart(target.key),
      judge(user, answer) {
        if (user?.isSuspended && receipt.call.client) return differs(answer, { status: 401, code: 'signature' }) ?? user;
        if (isAltered) return differs(answer, refusal.conflict) ?? user;
        return answeredAs(receipt.answer, answer) ?? user;
      },
    };
  },
};

/** A field whose text may be any. */
function changeable(fields: Readonly<Record<string, unknown>>): string | undefined {
  return ['title', 'name', 'head', 'content'].find((name) => name in fields);
}

export const replayCommands: readonly UserCommand[] = [repeat];

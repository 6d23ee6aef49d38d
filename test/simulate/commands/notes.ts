import type { User } from '../model/house.ts';
import { userPart } from '../model/parts.ts';
import type { Operator } from '../model/staff.ts';
import { Difference } from '../model/step.ts';
import { beaten, consoleCall, differs, doneWith, operatorFor, refused, said } from './expect.ts';
import { anyUser, type UserCommand } from './targets.ts';

/** Whoever may open the object reads and writes beside it (spec/desk, 5). */
export function mayOpen({ permissions }: Operator, { type }: Pick<User, 'type'>): boolean {
  return permissions.has('user:review') || permissions.has(type === 2 ? 'user:enterprise' : 'user:individual');
}

const write: UserCommand = {
  name: 'save-note',
  weight: 2,
  plan(house, dice) {
    const target = anyUser(house, dice);
    const operator = operatorFor(house, dice, 'user:review');
    // Sent again it is another note.
    if (!target || !operator || house.isDisturbed) return undefined;
    const content = `备注${dice.word(6)}`;
    return {
      call: consoleCall(operator, 'saveNote', ['POST', '/api/ajax/note/save'], { object: `user/${target.id}`, content }),
      part: userPart(target.key),
      judge(user, answer, { by }) {
        if (!user) return new Difference('the model has no such user');
        if (!mayOpen(by, user)) return differs(answer, refused) ?? user;
        const { id = '' } = (answer.body['data'] ?? {}) as { id?: string };
        user.notes.push({ id, content, author: by.id, isWithdrawn: false });
        return differs(answer, said('添加成功')) ?? user;
      },
    };
  },
};

/** By its author, or by role 1, once; it is never deleted. */
const withdraw: UserCommand = {
  name: 'withdraw-note',
  weight: 1,
  plan(house, dice) {
    const target = anyUser(house, dice, ({ notes }) => notes.length > 0);
    const chosen = dice.pick(target?.notes ?? []);
    const author = [...house.operators.values()].find(({ id }) => id === chosen?.author);
    const operator = dice.oneIn(4) ? operatorFor(house, dice, 'user:review') : author;
    if (!target || !chosen || !operator) return undefined;
    return {
      call: consoleCall(operator, 'withdrawNote', ['POST', '/api/ajax/note/withdraw'], { id: chosen.id }),
      part: userPart(target.key),
      done: doneWith('操作成功'),
      judge(user, answer, { by }) {
        const kept = user?.notes.find(({ id }) => id === chosen.id);
        if (!user || !kept) return new Difference('the model has no such note');
        if (!mayOpen(by, user) || (kept.author !== by.id && by.roleId !== '1')) return differs(answer, refused) ?? user;
        if (kept.isWithdrawn) return differs(answer, beaten) ?? user;
        kept.isWithdrawn = true;
        return differs(answer, said('操作成功')) ?? user;
      },
    };
  },
};

/** The newest first; of a withdrawn one the text is shown no more. */
const list: UserCommand = {
  name: 'notes',
  weight: 1,
  plan(house, dice) {
    const target = anyUser(house, dice, ({ notes }) => notes.length > 0) ?? anyUser(house, dice);
    const operator = operatorFor(house, dice, 'user:review');
    if (!target || !operator) return undefined;
    return {
      call: consoleCall(operator, 'getNotes', ['GET', '/api/ajax/note/getList'], { object: `user/${target.id}`, limit: 100 }),
      part: userPart(target.key),
      judge(user, answer, { by }) {
        if (!user) return new Difference('the model has no such user');
        if (!mayOpen(by, user)) return differs(answer, refused) ?? user;
        const { list: rows } = (answer.body['data'] ?? { list: [] }) as { list: readonly { id: string; content: string }[] };
        const lines = rows.map(({ id, content }) => `${id} ${content}`).toSorted();
        const expected = user.notes.map(({ id, content, isWithdrawn }) => `${id} ${isWithdrawn ? '' : content}`).toSorted();
        return lines.join('\n') === expected.join('\n')
          ? user
          : new Difference(`notes: expected ${expected.join()}, found ${lines.join()}`);
      },
    };
  },
};

export const noteCommands: readonly UserCommand[] = [write, withdraw, list];

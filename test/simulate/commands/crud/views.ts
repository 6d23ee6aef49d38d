import { sharedPart } from '../../model/parts.ts';
import { Difference, type Command } from '../../model/step.ts';
import type { Dice } from '../../model/dice.ts';
import type { House } from '../../model/house.ts';
import { withSession, type Operator } from '../../model/staff.ts';
import { consoleCall, differs, doneWith, noRight, refused, said } from '../expect.ts';

interface View {
  readonly id: string;
  readonly list: string;
  readonly name: string;
  readonly isDefault: boolean;
}

/** Views of lists that one operator keeps for themselves (spec/desk, 1): the permission of a view is that of its list. */
const viewsPart = (username: string) => sharedPart<View[]>(`views/${username}`, () => []);
type ViewCommand = Command<View[]>;
const permissions: Readonly<Record<string, string>> = {
  gifts: 'user:integral',
  balances: 'user:balance',
  applications: 'notarization:list',
  invoices: 'finance:invoice',
};
const lists = Object.keys(permissions);
const most = 6;

function mayRead({ permissions: held }: Operator, list: string): boolean {
  return held.has(permissions[list] ?? '');
}

function anyOperator(house: House, dice: Dice): Operator | undefined {
  const chosen = dice.pick([...house.operators.values()].filter(({ token }) => token !== ''));
  return chosen && withSession(chosen, dice);
}

/** A name serves one view of a list. */
const save: ViewCommand = {
  name: 'save-view',
  weight: 1,
  plan(house, dice) {
    const operator = anyOperator(house, dice);
    const list = dice.pick(lists.filter((one) => operator && (dice.oneIn(6) || mayRead(operator, one))));
    // Sent again it is told of its own name.
    if (!operator || list === undefined || house.isDisturbed) return undefined;
    if (viewsPart(operator.username).read(house).length >= most) return undefined;
    const name = `视图${dice.below(4)}`;
    return {
      call: consoleCall(operator, 'saveView', ['POST', '/api/ajax/view/save'], { list, name }),
      part: viewsPart(operator.username),
      judge(views, answer, { by }) {
        if (!mayRead(by, list)) return differs(answer, noRight) ?? views;
        if (views.some((one) => one.list === list && one.name === name)) return differs(answer, refused) ?? views;
        const { id = '' } = (answer.body['data'] ?? {}) as { id?: string };
        return differs(answer, said('新增成功')) ?? [...views, { id, list, name, isDefault: false }];
      },
    };
  },
};

/** A view of the operator's own, or of another, which is as unknown as one that never was. */
function on(name: 'deleteView' | 'setDefaultView', change: (views: readonly View[], view: View, value: boolean) => View[]): ViewCommand {
  const path = name === 'deleteView' ? '/api/ajax/view/delete' : '/api/ajax/view/setDefault';
  return {
    name,
    weight: 1,
    plan(house, dice) {
      const operator = anyOperator(house, dice);
      const owner = dice.oneIn(5) ? anyOperator(house, dice) : operator;
      const chosen = dice.pick(owner ? viewsPart(owner.username).read(house) : []);
      if (!operator || !chosen) return undefined;
      const value = !chosen.isDefault;
      const fields = name === 'deleteView' ? { id: chosen.id } : { id: chosen.id, status: value ? 1 : 0 };
      return {
        call: consoleCall(operator, name, ['POST', path], fields),
        part: viewsPart(operator.username),
        ...(name === 'setDefaultView' ? { overwrites: `default/${operator.username}/${chosen.list}` } : { done: doneWith('操作成功') }),
        judge(views, answer, { by }) {
          const kept = views.find(({ id }) => id === chosen.id);
          if (!kept || !mayRead(by, kept.list)) return differs(answer, refused) ?? views;
          return differs(answer, said('操作成功')) ?? change(views, kept, value);
        },
      };
    },
  };
}

const remove = on('deleteView', (views, { id }) => views.filter((one) => one.id !== id));

/** One of a list at most. */
const setDefault = on('setDefaultView', (views, { id, list }, isDefault) =>
  views.map((one) => {
    if (one.id === id) return { ...one, isDefault };
    return one.list === list && isDefault ? { ...one, isDefault: false } : one;
  }),
);

const list: ViewCommand = {
  name: 'views',
  weight: 1,
  plan(house, dice) {
    const operator = anyOperator(house, dice);
    if (!operator) return undefined;
    return {
      call: consoleCall(operator, 'getViewList', ['GET', '/api/ajax/view/getList'], {}),
      part: viewsPart(operator.username),
      judge(views, answer, { by }) {
        const { list: rows } = (answer.body['data'] ?? { list: [] }) as { list: readonly { id: string; is_default: number }[] };
        const found = rows.map((row) => `${row.id} ${row.is_default}`).toSorted();
        const expected = views.filter((one) => mayRead(by, one.list)).map(({ id, isDefault }) => `${id} ${isDefault ? 1 : 0}`);
        if (answer.body['code'] === 200 && found.join() === expected.toSorted().join()) return views;
        return new Difference(`views: expected ${expected.join()}, found ${answer.status} ${JSON.stringify(answer.body)}`);
      },
    };
  },
};

export const viewCommands: readonly ViewCommand[] = [save, remove, setDefault, list];

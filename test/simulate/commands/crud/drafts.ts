import { sharedPart } from '../../model/parts.ts';
import { Difference, type Command } from '../../model/step.ts';
import type { Dice } from '../../model/dice.ts';
import type { House } from '../../model/house.ts';
import { withSession, type Operator } from '../../model/staff.ts';
import { consoleCall, differs, doneWith, lacks, refused, said } from '../expect.ts';

interface Draft {
  readonly id: string;
  readonly content: string;
}

/** What one operator typed and has not sent (spec/desk, 8), by its subject. Each sees their own alone. */
const draftsPart = (username: string) => sharedPart<Record<string, Draft>>(`drafts/${username}`, () => ({}));
type DraftCommand = Command<Record<string, Draft>>;
const subjects = ['gift', 'version/ios', 'role/new', 'account/new'];

function chosenFor(house: House, dice: Dice): { operator: Operator; subject: string } | undefined {
  const operator = dice.pick([...house.operators.values()].filter(({ token }) => token !== ''));
  return operator && { operator: withSession(operator, dice), subject: dice.pick(subjects) ?? '' };
}

const save: DraftCommand = {
  name: 'save-draft',
  weight: 2,
  plan(house, dice) {
    const chosen = chosenFor(house, dice);
    if (!chosen) return undefined;
    const { operator, subject } = chosen;
    const content = JSON.stringify({ reason: dice.word(8) });
    return {
      call: consoleCall(operator, 'saveDraft', ['POST', '/api/ajax/draft/save'], { subject, content }),
      part: draftsPart(operator.username),
      overwrites: `draft/${operator.username}/${subject}`,
      judge(drafts, answer) {
        const { id = '' } = (answer.body['data'] ?? {}) as { id?: string };
        if (answer.body['code'] !== 200 || id === '') return new Difference(`expected a draft, found ${JSON.stringify(answer.body)}`);
        return { ...drafts, [subject]: { id, content } };
      },
    };
  },
};

const find: DraftCommand = {
  name: 'find-draft',
  weight: 1,
  plan(house, dice) {
    const chosen = chosenFor(house, dice);
    if (!chosen) return undefined;
    const { operator, subject } = chosen;
    return {
      call: consoleCall(operator, 'findDraft', ['GET', '/api/ajax/draft/find'], { subject }),
      part: draftsPart(operator.username),
      judge: (drafts, answer) => lacks(answer.body['data'], { ...(drafts[subject] ?? { id: '', content: '' }) }) ?? drafts,
    };
  },
};

/** Also one of another operator, which is as unknown as one that never was. */
const remove: DraftCommand = {
  name: 'delete-draft',
  weight: 1,
  plan(house, dice) {
    const chosen = chosenFor(house, dice);
    const owner = dice.oneIn(4) ? dice.pick([...house.operators.values()]) : chosen?.operator;
    if (!chosen || !owner) return undefined;
    const { operator } = chosen;
    const id = dice.pick(Object.values(draftsPart(owner.username).read(house)))?.id;
    if (id === undefined) return undefined;
    return {
      call: consoleCall(operator, 'deleteDraft', ['POST', '/api/ajax/draft/delete'], { id }),
      part: draftsPart(operator.username),
      done: doneWith('success'),
      judge(drafts, answer) {
        if (!Object.values(drafts).some((draft) => draft.id === id)) return differs(answer, refused) ?? drafts;
        const kept = Object.entries(drafts).filter(([, draft]) => draft.id !== id);
        return differs(answer, said('success')) ?? Object.fromEntries(kept);
      },
    };
  },
};

export const draftCommands: readonly DraftCommand[] = [save, find, remove];

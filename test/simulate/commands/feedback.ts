import { Difference } from '../model/step.ts';
import { anyUser, openCreation, type UserCommand } from './targets.ts';

/** What a user writes to the office (intake, POST /feedback). */
const write: UserCommand = {
  name: 'feedback',
  weight: 1,
  plan(house, dice) {
    const target = anyUser(house, dice);
    if (!target) return undefined;
    const type = 1 + dice.below(3);
    const content = `意见${dice.word(6)}`;
    const fields = { user_id: target.id, type, content, version: '1.0', model_name: '手机', status_name: 'iOS' };
    return openCreation(dice, { name: 'createFeedback', path: '/open/v1/feedback', fields, key: target.key }, (user, answer) => {
      if (!user) return new Difference('the model has no such user');
      if (answer.status !== 200) return new Difference(`expected 200, found ${answer.status} ${JSON.stringify(answer.body)}`);
      user.feedback.push({ id: String(answer.body['id']), type, content });
      return user;
    });
  },
};

export const feedbackCommands: readonly UserCommand[] = [write];

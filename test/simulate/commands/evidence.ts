import { createHash } from 'node:crypto';
import type { User } from '../model/house.ts';
import { userPart } from '../model/parts.ts';
import { Difference } from '../model/step.ts';
import { differs, lacks, refusal } from './expect.ts';
import { anyUser, openCreation, type UserCommand } from './targets.ts';

export const prices = { evidence: 1, web: 5 } as const;

/** Evidence: of a verified user, for a point (intake, POST /evidence). */
const keep: UserCommand = {
  name: 'evidence',
  weight: 14,
  plan(house, dice) {
    const target = anyUser(house, dice, ({ status, points }) => status === 3 && points > 0) ?? anyUser(house, dice);
    if (!target) return undefined;
    const file = Buffer.from(dice.word(20 + dice.below(200)));
    const sha256 = createHash('sha256').update(file).digest('hex');
    const title = `存证${dice.word(5)}`;
    const stated = dice.oneIn(3) ? sha256 : undefined;
    const fields = { user_id: target.id, title, ...(stated === undefined ? {} : { sha256: stated }) };
    const call = { name: 'createEvidence', path: '/open/v1/evidence', fields, files: { file }, key: target.key };
    return openCreation(dice, call, (user, answer, { held }) => {
      if (!user) return new Difference('the model has no such user');
      if (user.status !== 3) return differs(answer, refusal.forbidden) ?? user;
      const isShort = user.points < prices.evidence || (answer.status === 402 && user.points - held < prices.evidence);
      if (isShort) return differs(answer, refusal.points) ?? user;
      if (answer.status !== 200) return new Difference(`expected 200, found ${answer.status} ${JSON.stringify(answer.body)}`);
      spend(user, prices.evidence, 1);
      const number = String(answer.body['baoquan']);
      if (!/^[0-9A-F]{32}$/.test(number)) return new Difference(`${number} is not an evidence number`);
      user.evidence.push({ number, title, sha256 });
      user.events.push({ type: 'evidence.created', data: { baoquan: number, sha256 } });
      return lacks(answer.body, { sha256 }) ?? user;
    });
  },
};

function spend(user: User, points: number, business: number): void {
  user.points -= points;
  user.bookings.push({ business, points: -points });
}

/** Evidence as its owner asks for it. */
const describe: UserCommand = {
  name: 'describe-evidence',
  weight: 3,
  plan(house, dice) {
    const target = anyUser(house, dice, ({ evidence }) => evidence.length > 0);
    const chosen = dice.pick(target?.evidence ?? []);
    if (!target || !chosen) return undefined;
    const { number: baoquan, title, sha256 } = chosen;
    return {
      call: { door: 'open', name: 'getEvidence', method: 'GET', path: `/open/v1/evidence/${baoquan}`, fields: {} },
      part: userPart(target.key),
      judge: (user, answer) => lacks(answer.body, { baoquan, user_id: target.id, title, sha256, fileStatus: 1 }) ?? user,
    };
  },
};

/** A capture that waits in its queue: nobody works on it here. */
const capture: UserCommand = {
  name: 'capture',
  weight: 3,
  plan(house, dice) {
    const target = anyUser(house, dice, ({ status, points }) => status === 3 && points >= prices.web) ?? anyUser(house, dice);
    if (!target) return undefined;
    const title = `网页${dice.word(4)}`;
    const fields = { user_id: target.id, url: 'https://example.com/', title, label: '' };
    return openCreation(dice, { name: 'createCapture', path: '/open/v1/captures', fields, key: target.key }, (user, answer, { held }) => {
      if (!user) return new Difference('the model has no such user');
      if (user.status !== 3) return differs(answer, refusal.forbidden) ?? user;
      const isShort = user.points < prices.web || (answer.status === 402 && user.points - held < prices.web);
      if (isShort) return differs(answer, refusal.points) ?? user;
      if (answer.status !== 200) return new Difference(`expected 200, found ${answer.status} ${JSON.stringify(answer.body)}`);
      spend(user, prices.web, 2);
      user.captures.push({ number: String(answer.body['baoquan_no']), status: 'WAIT', title, label: '' });
      return lacks(answer.body, { status: 'WAIT' }) ?? user;
    });
  },
};

/** One that waits is cancelled, and its points come back. */
const cancel: UserCommand = {
  name: 'cancel-capture',
  weight: 2,
  plan(house, dice) {
    const target = anyUser(house, dice, ({ captures }) => captures.length > 0);
    const chosen = dice.pick(target?.captures ?? []);
    if (!target || !chosen) return undefined;
    const { number } = chosen;
    return {
      call: { door: 'open', name: 'cancelCapture', method: 'DELETE', path: `/open/v1/captures/${number}`, fields: {} },
      part: userPart(target.key),
      done: { status: 200, body: { baoquan_no: number, status: 'CANCEL', reason: '' } },
      judge(user, answer) {
        const kept = user?.captures.find((one) => one.number === number);
        if (!user || !kept) return new Difference('the model has no such capture');
        if (kept.status === 'CANCEL') return differs(answer, refusal.conflict) ?? user;
        kept.status = 'CANCEL';
        user.points += prices.web;
        user.bookings.push({ business: 2, points: prices.web });
        user.events.push({ type: 'capture.cancelled', data: { baoquan_no: number, status: 'CANCEL' } });
        return lacks(answer.body, { baoquan_no: number, status: 'CANCEL' }) ?? user;
      },
    };
  },
};

export const evidenceCommands: readonly UserCommand[] = [keep, describe, capture, cancel];

import { createHash } from 'node:crypto';
import { userPart } from '../../model/parts.ts';
import { Difference } from '../../model/step.ts';
import { lacks } from '../expect.ts';
import { anyUser, type UserCommand } from '../targets.ts';

/** Whether something is kept, told to anybody, of nobody (spec/wire, 6, *Verification page*). */
const verify: UserCommand = {
  name: 'verify',
  weight: 1,
  plan(house, dice) {
    const target = anyUser(house, dice, ({ evidence }) => evidence.length > 0);
    const chosen = dice.pick(target?.evidence ?? []);
    if (!target || !chosen) return undefined;
    const isUnknown = dice.oneIn(4);
    const sha256 = isUnknown ? createHash('sha256').update(dice.word(8)).digest('hex') : chosen.sha256;
    const query = dice.oneIn(2) ? `sha256=${sha256}` : `number=${isUnknown ? sha256.slice(0, 32).toUpperCase() : chosen.number}`;
    return {
      call: { door: 'open', name: 'verify', method: 'GET', path: `/open/v1/verify?${query}`, fields: {} },
      part: userPart(target.key),
      judge(user, { body }) {
        const { result, files = [] } = body as { result?: string; files?: readonly { sha256: string }[] };
        if (isUnknown) return lacks(body, { result: 'none', files: [] }) ?? user;
        const isThere = (result === 'match' || result === 'pending') && files.some((file) => file.sha256 === chosen.sha256);
        return isThere ? user : new Difference(`verification of ${chosen.number}: found ${JSON.stringify(body)}`);
      },
    };
  },
};

/** The proof is there once a checkpoint covers it; until then its state. */
const proof: UserCommand = {
  name: 'proof',
  weight: 1,
  plan(house, dice) {
    const target = anyUser(house, dice, ({ evidence }) => evidence.length > 0);
    const chosen = dice.pick(target?.evidence ?? []);
    if (!target || !chosen) return undefined;
    return {
      call: { door: 'open', name: 'getProof', method: 'GET', path: `/open/v1/evidence/${chosen.number}/proof`, fields: {} },
      part: userPart(target.key),
      judge(user, { status, body }) {
        if (status === 202) return lacks(body, { baoquan: chosen.number }) ?? user;
        const isProof = status === 200 && String(body['text']).startsWith('c2sp.org/tlog-proof@v1');
        return isProof ? user : new Difference(`proof of ${chosen.number}: found ${status} ${JSON.stringify(body)}`);
      },
    };
  },
};

const capture: UserCommand = {
  name: 'describe-capture',
  weight: 1,
  plan(house, dice) {
    const target = anyUser(house, dice, ({ captures }) => captures.length > 0);
    const chosen = dice.pick(target?.captures ?? []);
    if (!target || !chosen) return undefined;
    const { number } = chosen;
    return {
      call: { door: 'open', name: 'getCapture', method: 'GET', path: `/open/v1/captures/${number}`, fields: {} },
      part: userPart(target.key),
      judge(user, answer) {
        const kept = user?.captures.find((one) => one.number === number);
        if (!user || !kept) return new Difference('the model has no such capture');
        return lacks(answer.body, { baoquan_no: number, status: kept.status, reason: '' }) ?? user;
      },
    };
  },
};

export const openReads: readonly UserCommand[] = [verify, proof, capture];

import { createHash } from 'node:crypto';
import type { Recording, User } from '../model/house.ts';
import { userPart } from '../model/parts.ts';
import { Difference } from '../model/step.ts';
import { differs, lacks, refusal } from './expect.ts';
import { anyUser, openCreation, type UserCommand } from './targets.ts';

const prices = { pro: 10, move: 5 } as const;
const business = { pro: 3, move: 4 } as const;

/** A recording is registered, and its points are taken (intake, POST /recordings). Where faults are made, a job may have to end it. */
const begin: UserCommand = {
  name: 'record',
  weight: 4,
  plan(house, dice) {
    const type = dice.pick(['pro', 'move'] as const) ?? 'pro';
    const target = anyUser(house, dice, ({ status, points }) => status === 3 && points >= prices[type]) ?? anyUser(house, dice);
    if (!target || house.isDisturbed) return undefined;
    const word = dice.word(50 + dice.below(100));
    const isTrue = !dice.oneIn(6);
    const sha256 = createHash('sha256')
      .update(isTrue ? fileOf(word) : 'another')
      .digest('hex');
    const fields = { user_id: target.id, type, name: `录制${dice.word(4)}`, label: '', time_length: 1, sha256 };
    const call = { name: 'createRecording', path: '/open/v1/recordings', key: target.key };
    return openCreation(dice, { ...call, fields: { ...fields, begin_at: '2026-01-02 08:00:00' } }, (user, answer, { held }) => {
      if (!user) return new Difference('the model has no such user');
      if (user.status !== 3) return differs(answer, refusal.forbidden) ?? user;
      const isShort = user.points < prices[type] || (answer.status === 402 && user.points - held < prices[type]);
      if (isShort) return differs(answer, refusal.points) ?? user;
      if (answer.status !== 200) return new Difference(`expected 200, found ${answer.status} ${JSON.stringify(answer.body)}`);
      book(user, type, -prices[type]);
      const number = String(answer.body['attestation_id']);
      user.recordings.push({ number, type, word, isTrue, offset: 0, status: 'ING' });
      return lacks(answer.body, { status: 'ING', upload_url: `/open/v1/uploads/${number}` }) ?? user;
    });
  },
};

function book(user: User, type: Recording['type'], points: number): void {
  user.points += points;
  user.bookings.push({ business: business[type], points });
}

/** A sound of a second or less: a header of 44 bytes (RIFF WAVE, PCM, 8 bits, 8,000 a second), and the word. */
function fileOf(word: string): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + word.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  for (const [value, at, bytes] of formats) head.writeUIntLE(value, at, bytes);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(word.length, 40);
  return Buffer.concat([head, Buffer.from(word)]);
}
const formats = [
  [16, 16, 4],
  [1, 20, 2],
  [1, 22, 2],
  [8000, 24, 4],
  [8000, 28, 4],
  [1, 32, 2],
  [8, 34, 2],
] as const;

const isOpen = ({ status }: Recording): boolean => status === 'ING' || status === 'UPLOAD';

/** A chunk counts where the upload stands, and nowhere else; the last one makes evidence of it, or gives its points back. */
const upload: UserCommand = {
  name: 'upload',
  weight: 8,
  plan(house, dice) {
    const target = anyUser(house, dice, ({ recordings }) => recordings.some(isOpen)) ?? anyUser(house, dice);
    const chosen = dice.pick(target?.recordings.filter(isOpen) ?? []) ?? dice.pick(target?.recordings ?? []);
    if (!target || !chosen || house.isDisturbed) return undefined;
    const { number, word } = chosen;
    const file = fileOf(word);
    const offset = dice.oneIn(10) ? dice.below(file.length) : chosen.offset;
    const end = dice.oneIn(2) ? file.length : Math.min(file.length, offset + 1 + dice.below(80));
    const chunk = { bytes: file.subarray(offset, end), offset, length: file.length };
    return {
      call: { door: 'open', name: 'upload', method: 'PATCH', path: `/open/v1/uploads/${number}`, fields: { offset, end }, chunk },
      part: userPart(target.key),
      judge(user, answer) {
        const kept = user?.recordings.find((one) => one.number === number);
        if (!user || !kept) return new Difference('the model has no such recording');
        const code = (answer.body['error'] as { code?: string } | undefined)?.code;
        const isRefused = (answer.status === 409 && code === 'offset') || (answer.status === 410 && code === 'closed' && !isOpen(kept));
        if (!isOpen(kept) || kept.offset !== offset)
          return isRefused ? user : new Difference(`expected a refusal, found ${answer.status} ${JSON.stringify(answer.body)}`);
        if (answer.status !== 204) return new Difference(`expected 204, found ${answer.status} ${JSON.stringify(answer.body)}`);
        kept.offset = end;
        kept.status = end < file.length ? 'UPLOAD' : kept.isTrue ? 'SUCCESS' : 'FAIL';
        if (!isOpen(kept)) finish(user, kept);
        return lacks(answer.body, { offset: end }) ?? user;
      },
    };
  },
};

function finish(user: User, { number, status, type, word }: Recording): void {
  const isWhole = status === 'SUCCESS';
  user.events.push({ type: isWhole ? 'recording.succeeded' : 'recording.failed', data: { attestation_id: number, status } });
  if (!isWhole) return book(user, type, prices[type]);
  const sha256 = createHash('sha256').update(fileOf(word)).digest('hex');
  user.events.push({ type: 'evidence.created', data: { baoquan: number, sha256 } });
}

const describe: UserCommand = {
  name: 'describe-recording',
  weight: 3,
  plan(house, dice) {
    const target = anyUser(house, dice, ({ recordings }) => recordings.length > 0);
    const chosen = dice.pick(target?.recordings ?? []);
    if (!target || !chosen) return undefined;
    const path = `/open/v1/recordings/${chosen.number}`;
    return {
      call: { door: 'open', name: 'getRecording', method: 'GET', path, fields: {} },
      part: userPart(target.key),
      judge(user, answer) {
        const kept = user?.recordings.find(({ number }) => number === chosen.number);
        if (!user || !kept) return new Difference('the model has no such recording');
        // Between the last chunk and its answer it is being made into evidence.
        const status = kept.status === 'ING' && answer.body['status'] === 'UPLOAD' ? 'UPLOAD' : kept.status;
        return lacks(answer.body, { attestation_id: kept.number, user_id: user.id, status }) ?? user;
      },
    };
  },
};

export const recordingCommands: readonly UserCommand[] = [begin, upload, describe];

import { beforeAll, describe, expect, it } from 'vitest';
import { loadImage, createCanvas } from '@napi-rs/canvas';
import { testApp } from '../../../../test/installation/app.ts';
import { intakeClient } from '../../../../test/installation/intake.ts';
import type { HintOther, HintRow } from '../../../contract/console/hints.ts';
import type { UserDetail } from '../../../contract/console/users.ts';
import { personOf } from '../../../demo/data/people.ts';
import { drawCardBack, drawCardFront, drawHandheld } from '../../../demo/pictures/card-pictures.ts';
import { newCredential } from '../users/credentials.ts';
import { readSubmissions } from './read-submissions.ts';

const installation = testApp();
const [key, otherKey] = [newCredential(), newCredential()];
let reviewer: Awaited<ReturnType<typeof installation.signIn>>;
let other: typeof reviewer;

beforeAll(async () => {
  await installation.db
    .insertInto('credential')
    .values([key, otherKey].map((each) => ({ ...each, kind: 'platform' as const, user_id: null, name: '测试平台' })))
    .execute();
  reviewer = await installation.signIn('reviewer@example.com');
  other = await installation.signIn('other@example.com');
});

let count = 0;
/** A user who submits the papers of an invented person, or the given ones instead. */
async function submit(index: number, given: { userId?: string; idCard?: string; front?: Buffer; by?: typeof key } = {}): Promise<string> {
  const client = intakeClient(installation.app, given.by ?? key);
  const person = personOf(index);
  count += 1;
  const mobile = `139${String(count).padStart(8, '0')}`;
  const userId =
    given.userId ??
    String((await client.post('/open/v1/users', { unique_id: `u${count}`, type: 1, mobile, name: person.name })).body['user_id']);
  const answer = await client.multipart(
    `/open/v1/users/${userId}/verification`,
    { unique_id: `v${count}`, name: person.name, contact_idcard: given.idCard ?? person.idCard, address: person.address },
    {
      author_front: given.front ?? (await drawCardFront(person)),
      author_back: await drawCardBack('杭州市公安局西湖区分局', '2016.08.22', '2036.08.22'),
      author_hand: await drawHandheld(person),
    },
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return userId;
}

const read = () => readSubmissions({ db: installation.db, store: installation.store });
const detailOf = async (user_id: string) => (await reviewer.get<UserDetail>('/api/user/userDetail', { user_id })).data;
const submissionOf = async (user_id: string) => (await detailOf(user_id)).userDetailInfo?.submission_id ?? '';
async function hintsOf(user_id: string, by = reviewer) {
  const submission_id = await submissionOf(user_id);
  const { data } = await by.get<{ is_read: boolean; list: HintRow[] }>('/api/ajax/user/hints', { submission_id });
  return { ...data, submission_id, names: data.list.filter((hint) => hint.is_notice).map((hint) => hint.name) };
}

async function photographedAgain(picture: Buffer): Promise<Buffer> {
  const image = await loadImage(picture);
  const canvas = createCanvas(Math.round(image.width * 0.9), Math.round(image.height * 0.9));
  const pen = canvas.getContext('2d');
  pen.filter = 'brightness(1.1)';
  pen.rotate(0.015);
  pen.drawImage(image, -8, -8, image.width * 0.96, image.height * 0.96);
  return canvas.encode('jpeg', 55);
}

describe('hints', () => {
  it('are made in turns by client: one waits for no more than one of another’s submissions', async () => {
    const { db, store } = installation;
    const many = [await submit(31), await submit(32), await submit(33)];
    const single = await submit(34, { by: otherKey });
    many.push(await submit(35));
    const order: string[] = [];
    const isRead = db.selectFrom('submission_reading as r').innerJoin('user_submission as s', 's.id', 'r.submission_id');
    const open: typeof store.open = async (...given) => {
      const held = await isRead.select('s.user_id').where('r.read_at', 'is', null).where('r.attempts', '>', 0).executeTakeFirst();
      if (held && order.at(-1) !== held.user_id) order.push(held.user_id);
      return store.open(...given);
    };
    await readSubmissions({ db, store: { ...store, open } });
    expect(order).toHaveLength(5);
    expect(order.indexOf(single)).toBeLessThanOrEqual(1);
    expect(order.filter((user) => user !== single)).toEqual(many.toReversed());
  });

  it('are there at once for numbers, and for pictures when they were read', async () => {
    const user = await submit(1);
    const before = await hintsOf(user);
    expect(before.is_read).toBe(false);
    expect(before.names).toEqual([]);
    expect(before.list.find((hint) => hint.name === '证号所示')?.text).toMatch(/^[男女]，\d{4}-\d\d-\d\d出生，提交时\d+周岁$/);
    await read();
    expect(await hintsOf(user)).toMatchObject({ is_read: true, names: [] });
  });

  it('name a wrong check character', async () => {
    const idCard = personOf(2).idCard;
    const wrong = idCard.slice(0, 17) + (idCard.endsWith('1') ? '2' : '1');
    expect((await hintsOf(await submit(2, { idCard: wrong }))).names).toContain('身份证号校验码不符');
  });

  it('show nearly the same picture under another user to both, and open it beside this one', async () => {
    const owner = await submit(3);
    const copier = await submit(4, { front: await photographedAgain(await drawCardFront(personOf(3))) });
    const stranger = await submit(5);
    await read();
    const [ofOwner, ofCopier, ofStranger] = [await hintsOf(owner), await hintsOf(copier), await hintsOf(stranger)];
    expect(ofCopier.list.filter((hint) => hint.name === '图片近似')).toMatchObject([
      { field: 'author_front', other_submission_id: ofOwner.submission_id, other_field: 'author_front' },
    ]);
    expect(ofOwner.list.filter((hint) => hint.name === '图片近似')).toMatchObject([{ other_submission_id: ofCopier.submission_id }]);
    expect(ofStranger.names).toEqual([]);
    const beside = await reviewer.get<HintOther>('/api/ajax/user/hintOther', {
      submission_id: ofCopier.submission_id,
      other_submission_id: ofOwner.submission_id,
    });
    expect(beside.data).toMatchObject({ user_id: owner, info: { contact_idcard: personOf(3).idCard } });
    expect((await installation.app.inject({ url: beside.data.info.author_front })).statusCode).toBe(200);
    const seen = await installation.db
      .selectFrom('trail')
      .select('after')
      .where('object', '=', `user/${owner}`)
      .where('action', '=', '查看用户资料')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(seen.after).toEqual({ shown: ['contact_idcard', 'pictures'] });
    // A user whom no hint names is not shown.
    const foreign = await reviewer.get('/api/ajax/user/hintOther', {
      submission_id: ofStranger.submission_id,
      other_submission_id: ofOwner.submission_id,
    });
    expect(foreign).toMatchObject({ code: 403, data: { msg: '该资料不存在' } });
  });

  it('show the same bytes and number under another user, and earlier rejections', async () => {
    const first = await submit(6);
    await read();
    expect(await reviewer.post('/api/ajax/user/updateUserStatus', { user_id: first, status: 0, reason: '证件照片不清晰' })).toMatchObject({
      code: 200,
    });
    const again = await submit(6);
    await read();
    expect((await hintsOf(again)).names).toEqual(expect.arrayContaining(['图片相同', '身份证号相同', '同一身份证号曾被拒绝']));
    await submit(6, { userId: first });
    expect((await hintsOf(first)).list.find((hint) => hint.name === '曾被拒绝')?.text).toContain('证件照片不清晰');
  });

  it('stand with the decision in the trail, as its reviewer was shown them, without anything personal', async () => {
    const user = await submit(7);
    await read();
    await hintsOf(user, other);
    await hintsOf(user);
    await reviewer.post('/api/ajax/user/updateUserStatus', { user_id: user, status: 1 });
    const { after } = await installation.db
      .selectFrom('trail')
      .select('after')
      .where('object', '=', `user/${user}`)
      .where('action', '=', '实名审核')
      .executeTakeFirstOrThrow();
    expect(after).toMatchObject({ hints: ['演示证号', '证号所示'] });
    // The other reviewer's row is deleted too, and viewing a decided submission creates none.
    await hintsOf(user);
    const left = await installation.db
      .selectFrom('hint_shown')
      .select('account_id')
      .where('submission_id', '=', await submissionOf(user))
      .execute();
    expect(left).toEqual([]);
  });

  it('are for who reviews alone', async () => {
    const nobody = await installation.as('').get('/api/ajax/user/hints', { submission_id: '1' });
    expect(nobody.code).not.toBe(200);
    expect(await reviewer.get('/api/ajax/user/hints', { submission_id: '999999' })).toMatchObject({ data: { msg: '该资料不存在' } });
  });

  it('read a picture once that is submitted again', async () => {
    const opened: string[] = [];
    const { db, store } = installation;
    const open: typeof store.open = (sha256, range) => {
      opened.push(sha256);
      return store.open(sha256, range);
    };
    const readCounting = () => readSubmissions({ db, store: { ...store, open } });
    const user = await submit(9);
    await readCounting();
    expect(opened).toHaveLength(2); // The emblem side is the same in every submission here.
    await reviewer.post('/api/ajax/user/updateUserStatus', { user_id: user, status: 0, reason: '手持照不清晰' });
    await submit(9, { userId: user });
    await readCounting();
    expect(opened).toHaveLength(2);
    expect(await hintsOf(user)).toMatchObject({ is_read: true });
  });

  it('say that a picture cannot be decoded, and give up on one that is not there', async () => {
    const user = await submit(8);
    const { pictures } = await installation.db
      .selectFrom('user_submission')
      .select('pictures')
      .where('user_id', '=', user)
      .executeTakeFirstOrThrow();
    const gone = pictures.author_hand?.sha256 ?? '';
    await installation.store.remove(gone);
    await expect(read()).rejects.toThrow();
    const row = await installation.db
      .selectFrom('submission_reading')
      .select(['attempts', 'read_at'])
      .where('submission_id', '=', await submissionOf(user))
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ attempts: 1, read_at: null });
    await read();
  });
});

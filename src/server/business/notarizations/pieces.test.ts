import { readFile, rm, writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { failed } from '../../../../test/installation/answers.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { operators } from '../../../../test/installation/factories/access.ts';
import { applicationMaker, type Applied } from '../../../../test/installation/factories/applications.ts';
import { scrubber } from '../../../../test/installation/scrub.ts';
import type { ApplicationDetail, PieceCheck } from '../../../contract/console/notarizations.ts';

const installation = testApp();
const strict = testApp({ NOTARIAL_MUST_OPEN: '1' });
const make = applicationMaker(installation);
const { pathOf } = scrubber(installation, make);
const { holding } = operators(installation);
type Reviewer = Awaited<ReturnType<typeof holding>>;
let one: Reviewer;
let two: Reviewer;

beforeAll(async () => {
  await make.open();
  one = await holding(10, 29);
  two = await holding(10, 29);
});

const piecesSeenBy = async (by: Reviewer, { id }: Applied) =>
  (await by.get<ApplicationDetail>('/api/data/evidencesDetail', { orderId: id })).data.pieces;
const open = (by: Reviewer, baoquan: string) => by.get('/api/data/saveDataDetail', { baoquan });
const check = ({ id, userId }: Applied, by: Reviewer, fields: Record<string, string | number> = {}) =>
  by.post('/api/ajax/data/check', { orderId: id, userId, isCheck: 1, checkRemark: '材料齐全', ...fields });
const decisionOf = async ({ id }: Applied) =>
  (
    await installation.db
      .selectFrom('trail')
      .select('after')
      .where('object', '=', `application/${id}`)
      .where('action', '=', '出证审核')
      .executeTakeFirstOrThrow()
  ).after;
const openingsOf = ({ id }: Reviewer) =>
  installation.db.selectFrom('piece_opening').selectAll().where('operator_id', '=', id).orderBy('evidence_id').execute();
const fileOf = async (number: string) =>
  pathOf(
    (
      await installation.db
        .selectFrom('evidence_file')
        .innerJoin('evidence', 'evidence.id', 'evidence_id')
        .select('sha256')
        .where('number', '=', number)
        .where('content', 'is', null)
        .executeTakeFirstOrThrow()
    ).sha256,
  );

describe('a piece of an application', () => {
  it('is opened by whoever was answered its detail, since the application was paid', async () => {
    const application = await make.apply('personal', 2);
    const [first = '', second = ''] = application.numbers;
    await open(one, first);
    expect(await piecesSeenBy(one, application)).toMatchObject([
      { baoquan: first, opened: 1, state: 1, state_name: '完好' },
      { baoquan: second, opened: 0 },
    ]);
    await make.pay(application);
    expect(await piecesSeenBy(one, application)).toMatchObject([{ opened: 0 }, { opened: 0 }]);
    await open(one, second);
    expect(await piecesSeenBy(one, application)).toMatchObject([{ opened: 0 }, { opened: 1 }]);
    expect(await piecesSeenBy(two, application)).toMatchObject([{ opened: 0 }, { opened: 0 }]);
  });

  it('is no longer noted once nothing waits for a decision about it', async () => {
    const application = await make.paid();
    await check(application, two);
    const before = await openingsOf(one);
    await open(one, application.numbers[0] ?? '');
    expect(await openingsOf(one)).toEqual(before);
    expect(await piecesSeenBy(one, application)).toMatchObject([{ opened: 0 }]);
  });

  it('is decided about without being opened, and the trail says which were and which were not', async () => {
    for (const isCheck of [1, 0]) {
      const application = await make.paid('personal', 3);
      const [first = '', second = '', third = ''] = application.numbers;
      await open(one, second);
      expect(await check(application, one, { isCheck, checkRemark: '已经核对' })).toMatchObject({ code: 200 });
      expect(await decisionOf(application)).toMatchObject({ opened: [second], unopened: [first, third] });
    }
  });

  it('is checked when it is shown: its files are hashed again, and a changed one is known from then on', async () => {
    const application = await make.paid();
    const [number = ''] = application.numbers;
    const look = async () => (await one.get<PieceCheck>('/api/data/checkPiece', { orderId: application.id, baoquan: number })).data;
    const whole = await look();
    expect(whole).toMatchObject({ baoquan: number, state: 1, state_name: '完好', notes: [] });
    expect(whole.checked).not.toBe('');
    expect(whole.files.map(({ state_name: state }) => state)).toEqual(whole.files.map(() => '完好'));

    const path = await fileOf(number);
    await writeFile(path, Buffer.alloc(whole.files.find(({ sha256 }) => path.endsWith(sha256))?.size ?? 0));
    expect(await look()).toMatchObject({ state: 3, state_name: '损坏' });
    expect(await piecesSeenBy(two, application)).toMatchObject([{ state: 3, state_name: '损坏' }]);
  });

  it('is checked for whoever may see its application', async () => {
    const [application, other] = [await make.paid(), await make.paid()];
    const ask = (orderId: string, baoquan: string | undefined, by = one) =>
      by.get('/api/data/checkPiece', { orderId, baoquan: baoquan ?? '' });
    expect(await ask(application.id, other.numbers[0])).toMatchObject(failed('该存证不存在'));
    expect(await ask('999999', application.numbers[0])).toMatchObject(failed('该申请不存在'));
    expect(await ask(application.id, 'x')).toMatchObject(failed('存证编号无效'));
    expect(await ask(application.id, application.numbers[0], await holding(4))).toMatchObject({ code: 403, message: '权限不足！' });
  });

  it.each([
    ['damaged', '损坏', (path: string) => writeFile(path, 'other bytes')],
    ['missing', '缺失', (path: string) => rm(path)],
  ])('that is %s refuses 通过, also where no scrub has found it; 不通过 stands', async (_state, word, harm) => {
    const application = await make.paid('personal', 2);
    const [, second = ''] = application.numbers;
    await harm(await fileOf(second));
    const refusal = failed(`证据${second}的文件${word}，不能通过`);
    expect(await check(application, one)).toMatchObject(refusal);
    expect(await check(application, one)).toMatchObject(refusal);
    expect(await make.order(application.id)).toMatchObject({ status: 'pending' });
    expect(await check(application, one, { isCheck: 0, checkRemark: '证据缺失' })).toMatchObject({ code: 200 });
  });

  it('whose file is back passes', async () => {
    const application = await make.paid();
    const path = await fileOf(application.numbers[0] ?? '');
    const bytes = await readFile(path);
    await rm(path);
    expect(await check(application, one)).toMatchObject({ code: 403 });
    await writeFile(path, bytes);
    expect(await check(application, one)).toMatchObject({ code: 200 });
  });
});

describe('NOTARIAL_MUST_OPEN', () => {
  it('refuses what was not opened, by name; 不通过 needs no opening', async () => {
    const making = applicationMaker(strict);
    await making.open();
    const by = await operators(strict).holding(10, 29);
    const application = await making.paid('personal', 2);
    const [first = '', second = ''] = application.numbers;
    expect(await check(application, by)).toMatchObject(failed(`还有2件证据未查看，不能通过：${first}、${second}`));
    await open(by, first);
    expect(await check(application, by)).toMatchObject(failed(`还有1件证据未查看，不能通过：${second}`));
    await open(by, second);
    expect(await check(application, by)).toMatchObject({ code: 200 });
    expect(await check(await making.paid(), by, { isCheck: 0, checkRemark: '不符合' })).toMatchObject({ code: 200 });
  });
});

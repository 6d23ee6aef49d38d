import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { operators } from '../../../../test/installation/factories/access.ts';
import { applicationMaker } from '../../../../test/installation/factories/applications.ts';
import type { MessageRow } from '../../../contract/console/messages.ts';
import { recordCheck } from '../../custody/objects/scrub-verdict.ts';
import { notifyOverdue } from '../../business/notarizations/overdue.ts';
import { tellAlarms } from '../../overview/workbench/alarms.ts';

const installation = testApp();
const make = applicationMaker(installation);
const { holding } = operators(installation);
type Person = Awaited<ReturnType<typeof installation.signIn>>;
let admin: Person;

beforeAll(async () => {
  await make.open();
  admin = await installation.signIn('admin@example.com');
});

const messagesOf = async (by: Pick<Person, 'get'>) =>
  (await by.get<{ list: MessageRow[] }>('/api/ajax/message/getList', { limit: 100 })).data.list.map(({ kind_name: kind, text }) => [
    kind,
    text,
  ]);
const give = (id: string, acceptor_id: string) =>
  installation.db.updateTable('notarization_order').set({ acceptor_id }).where('id', '=', id).execute();

describe('an overdue application', () => {
  it('is told to every holder of 出证审核, once, also by two servers; to others as a number; and ends with its decision', async () => {
    const [reviewer, narrowed, acceptor, reader] = [
      await holding(10, 29),
      await holding(10, 29, 37),
      await holding(10, 29, 37),
      await holding(10),
    ];
    const [late, early] = [await make.paid(), await make.paid()];
    await give(late.id, acceptor.id);
    const due = (id: string, days: number) =>
      installation.db
        .updateTable('notarization_order')
        .set({ due_at: new Date(Date.now() + days * 86_400_000) })
        .where('id', '=', id)
        .execute();
    await due(late.id, -1);
    await due(early.id, 1);
    await Promise.all([notifyOverdue(installation.db), notifyOverdue(installation.db)]);
    await notifyOverdue(installation.db);
    const { name } = await installation.db
      .selectFrom('notarization_order')
      .select('name')
      .where('id', '=', late.id)
      .executeTakeFirstOrThrow();
    const sentence = [['逾期', `出证申请 ${late.orderNo}（${name}）已超过出证期限，仍待审核`]];
    expect([await messagesOf(reviewer), await messagesOf(acceptor), await messagesOf(admin)]).toEqual([sentence, sentence, sentence]);
    expect(await messagesOf(narrowed)).toEqual([['逾期', '另有 1 份由同事受理的申请逾期']]);
    expect(await messagesOf(reader)).toEqual([]);

    const unread = async () =>
      Promise.all(
        [reviewer, narrowed, acceptor].map(async (by) => (await by.get<{ unread: number }>('/api/ajax/message/getCount', {})).data.unread),
      );
    await narrowed.post('/api/ajax/message/read', {});
    await due(early.id, -1);
    await notifyOverdue(installation.db);
    expect(await messagesOf(narrowed)).toEqual([['逾期', '另有 2 份由同事受理的申请逾期']]);
    expect(await unread()).toEqual([2, 1, 2]);
    for (const { id, user_id: userId } of await installation.db
      .selectFrom('notarization_order')
      .select(['id', 'user_id'])
      .where('id', 'in', [late.id, early.id])
      .orderBy('id')
      .execute()) {
      const decided = { orderId: id, userId, isCheck: 1, checkRemark: '材料齐全' };
      expect((await reviewer.post('/api/ajax/data/check', decided)).code).toBe(200);
      await notifyOverdue(installation.db);
    }
    expect(await unread()).toEqual([0, 0, 0]);
    expect(await messagesOf(narrowed)).toEqual([]);
    expect((await messagesOf(acceptor)).map(([, text]) => text)).toContain(
      `出证申请 ${late.orderNo}（${name}）曾超过出证期限，已由 钱测试 通过`,
    );
  });
});

describe('a file that is found damaged', () => {
  it('is told to whoever is about to notarize its evidence', async () => {
    const acceptor = await holding(10, 29, 37);
    const { id, numbers } = await make.paid();
    await give(id, acceptor.id);
    const { sha256 } = await installation.db
      .selectFrom('evidence_file')
      .innerJoin('evidence', 'evidence.id', 'evidence_id')
      .innerJoin('stored_object', 'stored_object.sha256', 'evidence_file.sha256')
      .select('evidence_file.sha256')
      .where('number', '=', numbers[0] ?? '')
      .where('role', '=', 'original')
      .executeTakeFirstOrThrow();
    for (let looks = 0; looks < 2; looks += 1)
      await recordCheck({ db: installation.db, alarm: () => undefined, cycleDays: 30 }, sha256, 'damaged');
    expect(await messagesOf(acceptor)).toEqual([['文件异常', `存证 ${numbers[0]} 的文件损坏或缺失`]]);
  });

  it('is told also for evidence that the trail no longer names, because the file belongs to so many', async () => {
    const acceptor = await holding(10, 29, 37);
    const user = await make.user('personal', 200);
    const numbers: string[] = [];
    for (let made = 0; made < 101; made += 1) numbers.push(await make.evidence(user));
    const last = numbers.toSorted().at(-1) ?? '';
    const { orderId, order_no, money } = (await make.request(user, [last])).body;
    await make.pay({ orderNo: String(order_no), money: String(money) });
    await give(String(orderId), acceptor.id);
    const sha256 = 'd'.repeat(64);
    await sql`insert into evidence_file (evidence_id, name, role, sha256, sm3, size_bytes, media_type)
      select id, 'report.json', 'environment-check', ${sha256}, ${'0'.repeat(64)}, 1, 'application/json'
        from evidence where number = any(${numbers})`.execute(installation.db);
    await recordCheck({ db: installation.db, alarm: () => undefined, cycleDays: 30 }, sha256, 'missing');
    expect(await messagesOf(acceptor)).toEqual([['文件异常', `存证 ${last} 的文件损坏或缺失`]]);
  });
});

describe('a submission after a refusal', () => {
  it('is told to whoever refused the last one', async () => {
    const reviewer = await holding(2, 3, 27);
    const { id: verifier } = reviewer;
    const user = await make.user('personal', 1);
    const { submitVerification } = await import('../../business/users/intake.ts');
    const submit = () =>
      installation.db
        .transaction()
        .execute((tx) =>
          submitVerification(
            tx,
            user,
            { name: '某某', idCard: '990000199001011234', contactName: '', address: '', taxNumber: '', legalPerson: '', pictures: {} },
            { kind: 'client', id: 'app', name: '手机客户端', ip: '' },
          ),
        );
    await submit();
    expect(await messagesOf(reviewer)).toEqual([]);
    const { id: submission_id } = await installation.db
      .updateTable('user_submission')
      .set({ decision: 'reject' })
      .where('user_id', '=', user)
      .where('decision', 'is', null)
      .returning('id')
      .executeTakeFirstOrThrow();
    await installation.db.updateTable('users').set({ repair: 'rejected' }).where('id', '=', user).execute();
    await installation.db
      .insertInto('check_record')
      .values({ user_id: user, submission_id, verifier_id: verifier, verifier: '钱测试', verified_at: new Date(), result: 'failed' })
      .execute();
    await submit();
    expect(await messagesOf(reviewer)).toEqual([['退回', expect.stringMatching(/^用户 .+ 再次提交，等待处理$/)]]);
  });
});

describe('an alarm of custody', () => {
  it('is told to role 1 once a day, without saying what it is about', async () => {
    const before = (await messagesOf(admin)).length;
    const lines = [
      { name: '文件巡检', tone: 'failed', text: '1 个文件损坏' },
      { name: '存证日志', tone: 'done', text: '好' },
    ] as const;
    for (const day of ['2026-11-01', '2026-11-01', '2026-11-02']) await tellAlarms(installation.db, lines, new Date(`${day}T04:00:00Z`));
    expect((await messagesOf(admin)).slice(0, 2)).toEqual([
      ['存证告警', '存证保管出现告警，请在工作台查看'],
      ['存证告警', '存证保管出现告警，请在工作台查看'],
    ]);
    expect((await messagesOf(admin)).length).toBe(before + 2);
  });
});

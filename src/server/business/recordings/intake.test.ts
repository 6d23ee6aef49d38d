import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { uid } from '../../../../test/installation/factories/evidence.ts';
import { media } from '../../../../test/installation/factories/media.ts';
import { recordingMaker } from '../../../../test/installation/factories/recordings.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { pointsOf } from '../points/ledger.ts';
import { tendRecordings } from './feature.ts';

const installation = testApp({ EVIDENCE_MAX_BYTES: '100000' });
const make = recordingMaker(installation);
beforeAll(() => make.evidence.open());

const refused = (status: number, text: string) => ({ status, body: { error: { message: expect.stringContaining(text) as string } } });
const tend = () =>
  tendRecordings(
    { db: installation.db, store: installation.store, stages: installation.stages, ownerSecret: installation.ownerSecret },
    24,
  );

describe('POST /recordings', () => {
  it('registers a recording, takes its points once, and says where the file goes', async () => {
    const user_id = await make.evidence.user('personal', 25, '张录制');
    const fields = {
      unique_id: uid(),
      user_id,
      type: 'pro',
      name: '网上购物过程',
      label: '电商',
      begin_at: '2026-01-02 08:00:00',
      time_length: 60,
      sha256: 'a'.repeat(64),
      device: { name: '手机', model_name: 'M1', type: 1 },
    };
    const first = await make.evidence.client().post('/open/v1/recordings', fields);
    const number = String(first.body['attestation_id']);
    expect(first).toMatchObject({ status: 200, body: { status: 'ING', upload_url: `/open/v1/uploads/${number}` } });
    const again = await Promise.all([1, 2, 3].map(() => make.evidence.client().post('/open/v1/recordings', fields)));
    for (const answer of again) expect(answer).toEqual(first);
    expect(await make.evidence.client().post('/open/v1/recordings', { ...fields, name: '另一个' })).toMatchObject({ status: 409 });
    expect(await pointsOf(installation.db, user_id)).toBe(15);
    expect(await make.rowOf(number)).toMatchObject({
      username: '张录制',
      type: 'process',
      status: 'running',
      said_seconds: 60,
      label: '电商',
      size_bytes: null,
      offset_bytes: '0',
    });
    expect(await make.evidence.client().post('/open/v1/recordings', { ...fields, unique_id: uid(), type: 'move' })).toMatchObject({
      status: 200,
    });
    expect(await pointsOf(installation.db, user_id)).toBe(10);
  });

  it('refuses without points, without verification, and writes nothing', async () => {
    const poor = await make.evidence.user('personal', 9);
    expect(await make.create(poor, Buffer.from('x'))).toMatchObject({ status: 402, body: { error: { code: 'points' } } });
    const { user_id } = await make.evidence.register.register('personal');
    expect(await make.create(user_id, Buffer.from('x'))).toMatchObject({ status: 403 });
    expect(await make.create('999999', Buffer.from('x'))).toMatchObject({ status: 404 });
    expect(await installation.db.selectFrom('recording').select('id').where('user_id', 'in', [poor, user_id]).execute()).toEqual([]);
    expect(await pointsOf(installation.db, poor)).toBe(9);
  });

  it('lets points pay for what they can and no more, however many come at once', async () => {
    const user_id = await make.evidence.user('personal', 25);
    const answers = await Promise.all(Array.from({ length: 6 }, () => make.create(user_id, Buffer.from('x'))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 402, 402, 402, 402]);
    expect(await pointsOf(installation.db, user_id)).toBe(5);
  });

  it.each([
    [{ type: '3' }, 'type'],
    [{ type: 1 }, 'type'],
    [{ name: '' }, 'name'],
    [{ name: 'a\u0007' }, 'name'],
    [{ begin_at: '2026-02-30 00:00:00' }, 'begin_at'],
    [{ begin_at: '0000-01-01 00:00:00' }, 'begin_at'],
    [{ begin_at: '9999-12-31 23:59:59' }, 'begin_at'],
    [{ time_length: -1 }, 'time_length'],
    [{ time_length: 1.5 }, 'time_length'],
    [{ begin_at: formatTime(new Date()), time_length: 31_536_000 }, 'time_length'],
    [{ sha256: 'X' }, 'sha256'],
    [{ label: '长'.repeat(51) }, 'label'],
    [{ unique_id: '' }, 'unique_id'],
  ])('refuses %j', async (change, field) => {
    expect(await make.create(await make.evidence.user('personal', 20), Buffer.from('x'), change)).toMatchObject(refused(400, field));
  });
});

describe('what nobody goes on with', () => {
  const late = (number: string, hours: number) =>
    installation.db
      .updateTable('recording')
      .set({ touched_at: new Date(Date.now() - hours * 3_600_000) })
      .where('number', '=', number)
      .execute();

  it('is cancelled after its time, once, and its points come back', async () => {
    const user_id = await make.evidence.user('personal', 20);
    const file = media.mp4(3);
    const [idle, begun] = [await make.begun(user_id, file), await make.begun(user_id, file)];
    await make.patch(begun.url, 0, file.subarray(0, 10), { length: file.length });
    for (const { number } of [idle, begun]) await late(number, 23);
    await tend();
    expect(await make.rowOf(idle.number)).toMatchObject({ status: 'running' });
    for (const { number } of [idle, begun]) await late(number, 25);
    await Promise.all([tend(), tend()]);
    for (const [{ number }, reason] of [
      [idle, '24小时内未收到文件'],
      [begun, '24小时内未收到完整文件'],
    ] as const) {
      expect(await make.rowOf(number)).toMatchObject({ status: 'cancelled', reason });
      expect((await make.trailOf(number)).at(-1)).toMatchObject({ action: '取消取证' });
    }
    expect(await pointsOf(installation.db, user_id)).toBe(20);
    expect(await installation.stages.names()).not.toContain(begun.number);
    expect(await make.patch(begun.url, 10, file.subarray(10))).toMatchObject({ status: 410 });
  });

  it('is cancelled in its time although it was touched before the clock jumped back a year', async () => {
    const { number } = await make.begun(await make.evidence.user('personal', 10), media.mp4(3));
    await late(number, -365 * 24);
    await tend();
    const { touched_at } = await make.rowOf(number);
    expect(Math.abs(Date.now() - touched_at.getTime())).toBeLessThan(3_600_000);
    await late(number, 25);
    await tend();
    expect(await make.rowOf(number)).toMatchObject({ status: 'cancelled' });
  });

  it('is finished by the next turn of the job when the server was killed after the last piece', async () => {
    const file = media.mp4(4);
    const { number, url } = await make.begun(await make.evidence.user('personal', 10), file);
    await make.patch(url, 0, file.subarray(0, 50), { length: file.length });
    // Simulates a process that ended between the commit of the last chunk and the end of the upload.
    const { id } = await make.rowOf(number);
    const stage = await installation.stages.open(number);
    const { sha256 } = await stage.put([file.subarray(50)] as unknown as AsyncIterable<Buffer>, { maxBytes: 1000 });
    await installation.db
      .insertInto('recording_piece')
      .values({ recording_id: id, start_byte: '50', size_bytes: String(file.length - 50), sha256 })
      .execute();
    await installation.db
      .updateTable('recording')
      .set({ offset_bytes: String(file.length), touched_at: new Date(Date.now() - 120_000) })
      .where('id', '=', id)
      .execute();
    await Promise.all([tend(), tend()]);
    expect(await make.rowOf(number)).toMatchObject({ status: 'succeeded', file_seconds: 4 });
    expect(await installation.stages.names()).not.toContain(number);
  });
});

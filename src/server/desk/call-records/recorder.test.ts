import { expect, it, vi } from 'vitest';
import { callRecorder, type CallRecord } from './recorder.ts';

const call = (path: string, isSigned = true): CallRecord => ({
  appId: 'app',
  at: new Date(),
  call: `GET ${path}`,
  status: 200,
  ms: 1,
  ip: '192.0.2.1',
  refusal: '',
  message: '',
  signedOver: '',
  isSigned,
});
const pathsOf = (batches: readonly (readonly CallRecord[])[]) => batches.flat().map((one) => one.call);

it('writes what came in one statement, and nothing where nothing came', async () => {
  const batches: (readonly CallRecord[])[] = [];
  const recorder = callRecorder(async (calls) => void batches.push(calls), vi.fn());
  await recorder.flush();
  for (const path of ['/1', '/2', '/3']) recorder.add(call(path));
  await recorder.flush();
  await recorder.flush();
  expect(batches.map(({ length }) => length)).toEqual([3]);
});

it('writes by itself, once what came has waited', async () => {
  const batches: (readonly CallRecord[])[] = [];
  const recorder = callRecorder(async (calls) => void batches.push(calls), vi.fn(), 1);
  recorder.add(call('/1'));
  await vi.waitFor(() => expect(pathsOf(batches)).toEqual(['GET /1']));
  recorder.add(call('/2'));
  await vi.waitFor(() => expect(pathsOf(batches)).toEqual(['GET /1', 'GET /2']));
});

it('keeps what the database did not take, in order, tells it once and tries again', async () => {
  const batches: (readonly CallRecord[])[] = [];
  const alarm = vi.fn();
  let failures = 3;
  const recorder = callRecorder(
    async (calls) => {
      failures -= 1;
      if (failures >= 0) throw new Error('gone');
      batches.push(calls);
    },
    alarm,
    1,
  );
  recorder.add(call('/1'));
  recorder.add(call('/2', false));
  await vi.waitFor(() => expect(pathsOf(batches)).toEqual(['GET /1', 'GET /2']));
  expect(alarm).toHaveBeenCalledOnce();
  expect(recorder.lost).toBe(0);
});

it('keeps a bounded number, and of calls without a right signature a small part of it', async () => {
  const batches: (readonly CallRecord[])[] = [];
  const alarm = vi.fn();
  const recorder = callRecorder(async (calls) => void batches.push(calls), alarm);
  for (let at = 0; at < 1000; at += 1) recorder.add(call('/forged', false));
  expect(recorder.lost).toBe(500);
  for (let at = 0; at < 30_000; at += 1) recorder.add(call('/own'));
  expect(recorder.lost).toBe(500 + 10_500);
  expect(alarm).toHaveBeenCalledOnce();
  await recorder.flush();
  expect(Math.max(...batches.map(({ length }) => length))).toBe(5000);
  expect(batches.flat().length).toBe(20_000);
  recorder.add(call('/forged', false));
  expect(recorder.lost).toBe(11_000);
});

import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../test/cpu-time.ts';
import { z } from 'zod';
import type { IntakeCall, OpenCall } from './call.ts';
import { faultMessage, noFields, readFields } from './faults.ts';
import { intakeCalls, unsignedCalls } from './index.ts';

const signed: [string, IntakeCall][] = Object.entries(intakeCalls);
const unsigned: [string, OpenCall][] = Object.entries(unsignedCalls);
const inputs: [string, z.ZodType][] = [
  ...signed.flatMap(([name, { body, query = noFields }]): [string, z.ZodType][] => [
    [`body of ${name}`, body],
    [`query of ${name}`, query],
  ]),
  ...unsigned.map(([name, { query }]): [string, z.ZodType] => [`query of ${name}`, query]),
];
const wordsOf = (schema: z.ZodType, given: unknown) => faultMessage(readFields(schema, given, 'body').faults ?? []);
const recording = {
  unique_id: 'a',
  user_id: '1',
  type: 'pro',
  name: '一段录屏',
  begin_at: '2026-01-01 08:00:00',
  time_length: 1,
  sha256: 'a'.repeat(64),
};

describe('every object of the open API', () => {
  it.each(inputs)('refuses a field that it does not have: %s', (_name, schema) => {
    expect(wordsOf(schema, { qqq: 1 })).toContain('qqq: is not a field of this call');
  });

  it.each(inputs)('is closed, and so is each object in it: %s', (_name, schema) => {
    const open: string[] = [];
    const look = (place: string, node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      if ('properties' in node && (!('additionalProperties' in node) || node.additionalProperties !== false)) open.push(place);
      for (const [key, inner] of Object.entries(node)) look(`${place}.${key}`, inner);
    };
    look('', z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
    expect(open).toEqual([]);
  });
});

describe('an unknown field', () => {
  it.each([
    [{ device: { model: 'M1' } }, 'device.model: is not a field of this call, did you mean device.model_name?'],
    [{ device: { versionSys: '14' } }, 'device.versionSys: is not a field of this call, did you mean device.version_sys?'],
    [{ sha_256: 'x' }, 'sha_256: is not a field of this call, did you mean sha256?'],
    [{ hsa256: 'x' }, 'hsa256: is not a field of this call, did you mean sha256?'],
    [{ timeLength: 1 }, 'timeLength: is not a field of this call, did you mean time_length?'],
    [{ lable: 'x' }, 'lable: is not a field of this call, did you mean label?'],
    [{ begin: 'x' }, 'begin: is not a field of this call, did you mean begin_at?'],
    [{ zzzzzzzz: 'x' }, 'zzzzzzzz: is not a field of this call'],
    [{ ['\0\ud800'.padEnd(300, 'x')]: 1 }, `??${'x'.repeat(98)}…: is not a field of this call`],
  ])('of %o is named, with the nearest known name', (more, words) => {
    expect(wordsOf(intakeCalls.createRecording.body, { ...recording, ...more })).toBe(words);
  });
});

describe('the faults of a call', () => {
  it('are all in one message, those that compare fields too', () => {
    const body = { lable: 'x', user_id: 5, title: '', startAt: '2026-01-02 00:00:00', endAt: '2026-01-01 00:00:00' };
    expect(wordsOf(intakeCalls.createEvidence.body, { ...body, configInfo: '{"model":1}' }).split('; ')).toEqual([
      'unique_id: is missing',
      'user_id: must be a text, not a number',
      'title: must not be empty (不能为空)',
      'configInfo.model: is not a field of this call, did you mean configInfo.model_name?',
      'lable: is not a field of this call',
      'endAt: is before startAt',
    ]);
    const invoice = { head: 'x', type: 3, unique_id: 'a', user_id: '1', order_nos: [], emial: 'x' };
    expect(wordsOf(intakeCalls.createInvoice.body, invoice)).toMatch(
      /^order_nos: must have at least 1 entry; emial: .*email\?; tax_num: is needed .*address: is needed for this type of invoice \(.*\)$/,
    );
  });

  it.each([
    [null, 'body: must be an object, not null'],
    [[], 'body: must be an object, not a list'],
    ['x', 'body: must be an object, not a text'],
    [{ ...recording, type: 'x' }, 'type: must be one of pro, move'],
    [{ ...recording, type: null }, 'type: must be one of pro, move'],
    [{ ...recording, time_length: -1 }, 'time_length: must be at least 0'],
    [{ ...recording, time_length: 1.5 }, 'time_length: must be a whole number'],
    [{ ...recording, time_length: '1' }, 'time_length: must be a number, not a text'],
    [{ ...recording, device: { type: 'Android' } }, 'device.type: must be a number'],
    [{ ...recording, device: { type: [1, 2] } }, 'device.type: must be a number'],
  ])('of %o are sentences', (given, words) => {
    expect(wordsOf(intakeCalls.createRecording.body, given)).toBe(words);
  });

  it('are cut after the twentieth', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`q${index}`, 1]));
    expect(wordsOf(noFields, many)).toMatch(/q19: is not a field of this call; and 980 more$/);
  });

  it('of a body of unknown fields alone take no longer than it is large', () => {
    const many = Object.fromEntries(Array.from({ length: 90_000 }, (_, index) => [`field_${index}`, 1]));
    const began = cpuMs();
    expect(wordsOf(intakeCalls.createInvoice.body, many)).toMatch(/; and \d+ more$/);
    // It was 2,400 ms on an idle machine, while which nobody else was answered; it is 100.
    expect(cpuMs() - began).toBeLessThan(1500);
  });
});

// usebruno/bruno#9230, hoppscotch/hoppscotch#5975: an integer beyond 2^53 would be another one after it was read.
describe('a number that JSON readers round', () => {
  const { createEvidenceUpload: upload, recordLogin: login } = intakeCalls;
  it.each(['9007199254740993', '4634343214213523454', '1e400', '10.5', '-1', '0', '"10"'])('is no size: %s', (size) => {
    expect(wordsOf(upload.body, JSON.parse(`{"unique_id":"a","user_id":"1","size":${size}}`))).toMatch(/^size: must be [^;]+$/);
  });
  it.each(['9007199254740991', '1', '10.0', '1e3'])('is a size while it is exact: %s', (size) => {
    expect(wordsOf(upload.body, JSON.parse(`{"unique_id":"a","user_id":"1","size":${size}}`))).toBe('');
  });
  it.each(['2624710177366999063', '1', '1.0'])('is no id: %s', (id) => {
    expect(wordsOf(login.body, JSON.parse(`{"user_id":${id}}`))).toContain('user_id: must be a text, not a number');
  });
});

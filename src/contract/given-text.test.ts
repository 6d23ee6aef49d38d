import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from './console/index.ts';
import { text } from './fields.ts';
import { faultMessage, readFields } from './open/faults.ts';
import { deviceText, name, optionalName, optionalText, shortText } from './open/fields.ts';
import { feedbackIntakeCalls } from './open/feedback.ts';

const shownAsNothing = ['', ' ', '\u3000', '\u200b\u200b', '\u3164', '\u2800', '\ue000', '\u0301'];
const wordsOf = (schema: z.ZodType, given: unknown) => faultMessage(readFields(schema, given, 'body').faults ?? []);

describe.each(shownAsNothing)('%j, which shows nothing', (given) => {
  it('is refused as empty where the open API requires a text', () => {
    const required = z.object({ name, title: shortText(200) });
    expect(wordsOf(required, { name: given, title: given })).toBe(
      'name: must not be empty (不能为空); title: must not be empty (不能为空)',
    );
    const feedback = { unique_id: '1', user_id: '1', type: 1, content: given };
    expect(wordsOf(feedbackIntakeCalls.createFeedback.body, feedback)).toBe('content: must not be empty (不能为空)');
  });

  it('is no text where none is required', () => {
    const optional = z.object({ a: optionalText(9), b: optionalName, c: deviceText });
    expect(optional.parse({ a: given, b: given, c: given })).toEqual({ a: '', b: '', c: '' });
  });

  it('is refused as missing in the forms of the console', () => {
    const parsed = z.object({ a: text(9, '请填写') }).safeParse({ a: given });
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual(['请填写']);
    const inputs: Record<string, { input: z.ZodType }> = contract;
    for (const [call, fields, words] of forms) {
      const refused = inputs[call]?.input.safeParse(Object.fromEntries(fields.map((field) => [field, given])));
      expect(refused?.error?.issues.map(({ message }) => message).join('\n')).toContain(words);
    }
  });
});

const forms = [
  ['addClient', ['name'], '名称不能为空'],
  ['saveView', ['name'], '请填写视图名称'],
  ['updatePoints', ['explain'], '说明不能为空'],
] as const;

it('keeps what stands beside characters that show nothing', () => {
  expect(name.parse(' \u200b王五\u200b ')).toBe('\u200b王五\u200b');
  expect(shortText(9).parse('\ue000王')).toBe('\ue000王');
});

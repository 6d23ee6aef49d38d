import { loadImage } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { drawCardBack, drawCardFront, drawHandheld } from './card-pictures.ts';
import { drawLetter, drawLicence } from './paper-pictures.ts';
import { enterpriseOf, personOf } from '../data/people.ts';

describe('the demo pictures', () => {
  it('are JPEGs below 60 KB, the same for the same data and others for other data', async () => {
    for (const draw of drawings) {
      const [first, again, other] = [await draw(1), await draw(1), await draw(2)];
      expect(first.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
      expect(first.length).toBeLessThan(60_000);
      expect(first.equals(again)).toBe(true);
      expect(first.equals(other)).toBe(false);
      expect((await loadImage(first)).width).toBeGreaterThanOrEqual(420);
    }
  });
});

const drawings = [
  (index: number) => drawCardFront(personOf(index)),
  (index: number) => drawCardBack(`演示市公安局${index}`, '2018.03.04', '2038.03.04'),
  (index: number) => drawHandheld(personOf(index)),
  (index: number) => drawLicence(enterpriseOf(index)),
  (index: number) => {
    const { name, creditCode, legalPerson } = enterpriseOf(index);
    return drawLetter({
      company: name,
      creditCode,
      legalPerson,
      agent: personOf(index).name,
      agentIdCard: personOf(index).idCard,
      day: '20261020',
    });
  },
];

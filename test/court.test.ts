import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dossierParts } from '../src/domain/dossier/lines/registry.ts';
import type { LineRule } from '../src/domain/dossier/rule.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/court.md'), 'utf8');
const questions = dossierParts.flatMap(({ rules }) => Object.values<LineRule>(rules).map(({ question }) => question));

it('maps every line of a 审查说明 to its article in docs/court.md', () => {
  expect(questions.filter((question) => !page.includes(question))).toEqual([]);
});

it('names no line in docs/court.md that no dossier has', () => {
  const named = page
    .split('\n')
    .flatMap((line) => (/^\| (?:1[6-9]|9[34])/.test(line) ? [(line.split('|')[3] ?? '').split(';')] : []))
    .flat()
    .map((text) => text.trim())
    .filter((text) => /^\p{Script=Han}/u.test(text));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((text) => !questions.includes(text))).toEqual([]);
});

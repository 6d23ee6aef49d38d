import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { articles, type Article } from '../../src/domain/proof/dossier/basis.ts';
import { dossierParts } from '../../src/domain/proof/dossier/lines/registry.ts';
import type { LineRule } from '../../src/domain/proof/dossier/rule.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/court.md'), 'utf8');
const rules = dossierParts.flatMap((part) => Object.values<LineRule>(part.rules));
const questions = rules.map(({ question }) => question);

it('maps every line of a 审查说明 to its article in docs/court.md', () => {
  expect(questions.filter((question) => !page.includes(question))).toEqual([]);
});

/** The article of each row of docs/court.md. */
const rows: Readonly<Record<string, Article>> = {
  '16': articles.online16,
  '17': articles.online17,
  '17 (1)': articles.online17platform,
  '17 (2)': articles.online17neutral,
  '17 (3)': articles.online17system,
  '17 (4)': articles.online17process,
  '18': articles.online18,
  '93 (1) (2)': articles.evidence93environment,
  '93 (3)': articles.evidence93checks,
  '93 (4)': articles.evidence93keeping,
  '93 (6)': articles.evidence93keeper,
  '94 (2)': articles.evidence94neutral,
};

it.each(Object.entries(rows))('names under article %s exactly the lines that cite it', (label, article) => {
  const row = page.split('\n').find((line) => line.startsWith(`| ${label} |`)) ?? '';
  const named = (row.split('|')[3] ?? '').split(';').map((text) => text.trim());
  expect(named).toEqual(rules.flatMap(({ question, basis }) => (basis.includes(article) ? [question] : [])));
});

it('has a row for every article that a line cites, and lines under no other', () => {
  expect(new Set(Object.values(rows))).toEqual(new Set(rules.flatMap(({ basis }) => basis)));
  const others = page.split('\n').filter((line) => /^\| (?:1[6-9]|9[34])/.test(line) && !((line.split('|')[1] ?? '').trim() in rows));
  expect(others.filter((line) => questions.some((question) => line.includes(question)))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
};

/** What axe finds against WCAG 2.2 AA in the page as it stands: rule, weight and the first places. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(source);
  // A colour on its way from one to another, as after a change of theme, is neither.
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changes.map((change) => change.finished));
  });
  const { violations } = await page.evaluate(async (given) => {
    const { axe } = window as unknown as { axe: { run: (of: Document, with_: RunOptions) => Promise<AxeResults> } };
    return axe.run(document, given);
  }, options);
  return violations.map(({ id, impact, nodes }) => `${id} (${impact}) at ${places(nodes)}`);
}

function places(nodes: AxeResults['violations'][number]['nodes']): string {
  const shown = nodes.slice(0, 3).map(({ target }) => target.join(' '));
  return `${shown.join(', ')}${nodes.length > shown.length ? ` and ${nodes.length - shown.length} more` : ''}`;
}

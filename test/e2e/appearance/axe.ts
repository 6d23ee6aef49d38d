import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const scopes = {
  all: { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] },
  /** Everything that a theme can change. */
  colours: { runOnly: { type: 'rule', values: ['color-contrast'] }, resultTypes: ['violations'] },
} as const satisfies Record<string, RunOptions>;

interface Looked {
  readonly scope?: keyof typeof scopes;
  /** Checks only these places, if they are visible. */
  readonly within?: string;
}

/** Violations of WCAG 2.2 AA that axe finds in the current page: rule, impact and the first places. */
export async function axeFindings(page: Page, { scope = 'all', within }: Looked = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  // During a transition, as after a change of theme, a colour is neither of the two.
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changes.map((change) => change.finished));
  });
  const { violations } = await page.evaluate(
    async ({ options, place }) => {
      const { axe } = window as unknown as { axe: { run: (of: ElementContext, with_: RunOptions) => Promise<AxeResults> } };
      const seen = place === undefined ? [] : [...document.querySelectorAll<HTMLElement>(place)].filter((one) => one.checkVisibility());
      return axe.run(place === undefined ? document : { include: seen }, options);
    },
    { options: scopes[scope] as RunOptions, place: within },
  );
  return violations.map(({ id, impact, nodes }) => `${id} (${impact}) at ${places(nodes)}`);
}

function places(nodes: AxeResults['violations'][number]['nodes']): string {
  const shown = nodes.slice(0, 3).map(({ target }) => target.join(' '));
  return `${shown.join(', ')}${nodes.length > shown.length ? ` and ${nodes.length - shown.length} more` : ''}`;
}

import darkAlgorithm from 'antd/es/theme/themes/dark';
import getDesignToken from 'antd/es/theme/getDesignToken';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { antdToken, colours, themeCss } from './theme.ts';

type Name = keyof (typeof colours)['light'];

/** Text colours and their backgrounds: 4.5:1 (WCAG 2.2, 1.4.3). */
const words: readonly (readonly [Name, readonly Name[]])[] = [
  ['ink', ['panel', 'panel-soft', 'ground', 'hover', 'primary-soft']],
  ['ink-soft', ['panel', 'panel-soft', 'ground', 'hover']],
  ['ink-faint', ['panel', 'panel-soft', 'panel-raised', 'ground']],
  ['primary', ['panel', 'panel-soft', 'primary-soft', 'hover']],
  ['primary-strong', ['panel', 'hover', 'primary-soft']],
  ['on-primary', ['fill', 'fill-strong', 'alert']],
  ['panel', ['done-ink', 'seal']],
  ['wait-ink', ['wait-soft', 'panel', 'panel-soft']],
  ['done-ink', ['panel']],
  ['failed', ['panel']],
  ['seal', ['panel']],
  ['stage-ink', ['stage', 'stage-hover']],
  ['paper-ink', ['paper']],
  ['paper-soft', ['paper']],
];
/** Marks, focus outlines and bars: 3:1 (1.4.11). */
const marks: readonly (readonly [Name, readonly Name[]])[] = [
  ['done', ['panel', 'hover']],
  ['work', ['panel', 'hover']],
  ['wait', ['panel']],
  ['failed', ['panel', 'hover']],
  ['plot', ['panel']],
  ['primary', ['ground']],
];

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const colour = colours[theme];
  it.each(words)('%s is read on %s', (name, grounds) => {
    for (const ground of grounds) expect([ground, contrast(colour[name], colour[ground]) >= 4.5]).toEqual([ground, true]);
  });

  it.each(marks)('%s is seen on %s', (name, grounds) => {
    for (const ground of grounds) expect([ground, contrast(colour[name], colour[ground]) >= 3]).toEqual([ground, true]);
  });

  it('the two bars of a plot are told apart, and both from the panel', () => {
    expect(contrast(colour.plot, colour['plot-soft'])).toBeGreaterThanOrEqual(1.8);
    expect(contrast(colour['plot-soft'], colour.panel)).toBeGreaterThanOrEqual(2.4);
  });

  it('what antd makes of the tokens is read: texts, links and the chosen day', () => {
    const made = getDesignToken({ token: antdToken(theme), ...(theme === 'dark' && { algorithm: darkAlgorithm }) });
    for (const name of ['colorText', 'colorTextSecondary', 'colorTextTertiary', 'colorTextDescription', 'colorTextPlaceholder'] as const) {
      for (const ground of ['colorBgContainer', 'colorBgElevated', 'colorBgLayout'] as const)
        expect([name, ground, contrast(made[name], made[ground]) >= 4.5]).toEqual([name, ground, true]);
    }
    expect(contrast(made.colorLink, made.colorBgElevated)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(made.colorTextLightSolid, made.colorPrimary)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(made.colorError, made.colorBgElevated)).toBeGreaterThanOrEqual(4.5);
  });
});

it('a sheet and a print are light: the dark set is for screens alone, and the sheet has the light one', () => {
  const css = themeCss();
  const screen = css.indexOf('@media screen{:root[data-theme="dark"]{');
  expect(screen).toBeGreaterThan(0);
  expect(css.indexOf(colours.dark.panel)).toBeGreaterThan(screen);
  expect(css.slice(css.indexOf('}}.sheet{'))).toContain(`--panel:${colours.light.panel}`);
});

it('no colour stands outside this file', () => {
  const root = join(import.meta.dirname, '../..');
  const names = 'white|black|red|green|blue|gr[ae]y|orange|yellow|silver|navy|teal';
  const literal = new RegExp(
    `#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\\b|\\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\\(|:\\s*(?:${names})\\s*[;'"]`,
    'i',
  );
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.(?:ts|tsx|css)$/.test(path) && path !== join('kit', 'ui', 'theme.ts'))
    .flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .flatMap((line, at) => (literal.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
    );
  expect(found).toEqual([]);
});

it('every variable that a style sheet reads is set', () => {
  const root = join(import.meta.dirname, '../..');
  const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:css|tsx)$/.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8'));
  const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]);
  // Set by the theme, by a sheet for its own use, or by a component's style.
  const set = new Set([themeCss(), ...sheets].flatMap((text) => namesIn(text, /(--[\w-]+)'?:/g)));
  const read = sheets.flatMap((text) => namesIn(text, /var\((--[\w-]+)/g));
  expect([...new Set(read)].filter((name) => !set.has(name))).toEqual([]);
});

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance of `#rrggbb` or `rgb(…)`. Source: WCAG 2.2, definitions. */
function luminance(colour: string): number {
  const parts = colour.startsWith('#')
    ? (
        colour
          .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
          .slice(1)
          .match(/../g) ?? []
      ).map((part) => Number.parseInt(part, 16))
    : (colour.match(/\d+/g) ?? []).map(Number);
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

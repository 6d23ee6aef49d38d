import { expect, it } from 'vitest';
import { antdToken, tokens } from './theme.ts';

it.each(['colorText', 'colorTextSecondary', 'colorTextTertiary', 'colorTextDescription', 'colorTextPlaceholder'] as const)(
  '%s is read on panels and on the ground of the page: 4.5:1 (WCAG 2.2, 1.4.3)',
  (name) => {
    for (const ground of [tokens.panel, tokens['panel-soft'], tokens.ground])
      expect(contrast(antdToken[name], ground)).toBeGreaterThanOrEqual(4.5);
  },
);

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance. Source: WCAG 2.2, definitions. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.slice(1).match(/../g) ?? []).map((part) => {
    const share = Number.parseInt(part, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

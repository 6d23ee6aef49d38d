import type { Style } from './text-runs.ts';

/** A4 in points, with the bounds of the text column. */
export const sheet = { width: 595.28, height: 841.89, left: 75, right: 520.28, bottom: 770 } as const;
export const columnWidth = sheet.right - sheet.left;

/** Blue and gold are for the border, pale enough to print as light grey. */
export const colours = {
  ink: '#1f2329',
  secondary: '#646a73',
  line: '#d5d9e0',
  blue: '#1668dc',
  paleBlue: '#7fa6dc',
  gold: '#b08d4a',
  paleGold: '#cdb27c',
  seal: '#c8161d',
} as const;

export const styles = {
  office: { face: 'serifBold', size: 13, colour: colours.ink, spacing: 3 },
  title: { face: 'serifBold', size: 30, colour: colours.ink, spacing: 5 },
  number: { face: 'serif', size: 10.5, colour: colours.secondary, spacing: 0.4 },
  heading: { face: 'serifBold', size: 10.5, colour: colours.ink, spacing: 1 },
  label: { face: 'serif', size: 9.5, colour: colours.secondary },
  value: { face: 'serif', size: 10.5, colour: colours.ink },
  hash: { face: 'mono', size: 10, colour: colours.ink },
  small: { face: 'serif', size: 8.5, colour: colours.ink },
  hint: { face: 'serif', size: 8, colour: colours.secondary },
  address: { face: 'mono', size: 8, colour: colours.ink },
  key: { face: 'mono', size: 7, colour: colours.ink },
  signature: { face: 'serifBold', size: 11.5, colour: colours.ink, spacing: 0.5 },
  sandboxNotice: { face: 'serifBold', size: 11, colour: colours.seal, spacing: 2 },
  footer: { face: 'serif', size: 8, colour: colours.secondary },
} as const satisfies Record<string, Style>;

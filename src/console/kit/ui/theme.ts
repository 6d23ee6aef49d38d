import type { Density, Theme } from '../preferences/looks.ts';

/** Every colour of the console for each theme; the key is the name of the CSS variable (`--primary`, …). */
const light = {
  primary: '#1668dc', // text, lines and marks; 5.2:1 on white
  'primary-strong': '#0f4fae',
  'primary-soft': '#e8f1fd',
  fill: '#1668dc', // background of a primary button's text
  'fill-strong': '#0f4fae',
  'on-primary': '#ffffff',
  ink: '#1f2329',
  'ink-soft': '#646a73',
  'ink-faint': '#6b717a', // 4.9:1 on white, 4.5:1 on the page's background
  ground: '#f5f6f8',
  panel: '#ffffff',
  'panel-soft': '#fafbfc',
  'panel-raised': '#ffffff', // dialogs and dropdowns, above panels
  hover: '#f0f5fc',
  line: '#e5e6eb',
  'line-strong': '#c9cdd4',
  seal: '#c8161d', // only for certificates and destructive actions
  done: '#2a8c4a',
  'done-ink': '#1f7a3e', // for text in this colour
  work: '#1668dc',
  wait: '#d97008',
  'wait-soft': '#fdf1e4',
  'wait-ink': '#a24b00', // 5.9:1 on wait-soft
  over: '#8f959e',
  failed: '#d5333a',
  alert: '#d5333a', // background of a number that needs attention
  plot: '#1668dc',
  'plot-soft': '#7fa6dc',
  veil: 'rgba(31, 35, 41, 0.45)',
  stage: '#2b2f36', // background of pictures
  'stage-ink': '#e8eaed',
  'stage-hover': '#4a505a',
  // The sheet of a certificate looks the same on the screen, in print and as PDF. Paper stays white in every theme.
  paper: '#ffffff',
  'paper-ink': '#1f2329',
  'paper-soft': '#646a73',
  'paper-line': '#d5d9e0',
  gold: '#b08d4a',
  'gold-soft': '#cdb27c',
  'wave-blue': '#7fa6dc',
  shadow: '0 6px 24px rgba(31, 35, 41, 0.14)',
} as const;

/** The colours that differ in the dark theme. */
const dark = {
  primary: '#6ea8f7',
  'primary-strong': '#94c0fb',
  'primary-soft': '#1c2f4a',
  fill: '#1f66c9',
  'fill-strong': '#2870d4',
  ink: '#e4e7eb',
  'ink-soft': '#abb2bc',
  'ink-faint': '#9aa2ad',
  ground: '#14171b',
  panel: '#1d2126',
  'panel-soft': '#23282e',
  'panel-raised': '#22272d',
  hover: '#283038',
  line: '#333a42',
  'line-strong': '#515a66',
  seal: '#ff8f8f',
  done: '#4fb873',
  'done-ink': '#6cc78b',
  work: '#6ea8f7',
  wait: '#e8963f',
  'wait-soft': '#3b2b17',
  'wait-ink': '#f4b671',
  over: '#8f959e',
  failed: '#f4838a',
  plot: '#6ea8f7',
  'plot-soft': '#3d72b8',
  veil: 'rgba(0, 0, 0, 0.6)',
  stage: '#0e1013',
  'stage-hover': '#3a4049',
  shadow: '0 6px 24px rgba(0, 0, 0, 0.5)',
} as const satisfies { readonly [Name in keyof typeof light]?: string };

type Colours = Readonly<Record<keyof typeof light, string>>;
export const colours: Readonly<Record<Theme, Colours>> = { light, dark: { ...light, ...dark } };

/** Colour of the watermark's letters; the same for light and dark, because it is drawn once for screen and paper. */
export const watermarkInk = '#808080';

const measures = {
  font: '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif',
  mono: 'ui-monospace, "SF Mono", Consolas, "Liberation Mono", monospace',
  song: '"Songti SC", STSong, SimSun, "Noto Serif CJK SC", "Noto Serif SC", "Source Han Serif SC", serif',
  radius: '6px',
  sidebar: '208px',
  'sidebar-narrow': '48px',
  topbar: '48px',
  mark: '0px', // height of the bar at the top of a sandbox's pages
} as const;

/** Measures that depend on the density. */
const densities: Readonly<Record<Density, Readonly<Record<string, string>>>> = {
  standard: { control: '32px', row: '40px', gap: '12px', 'menu-row': '34px', 'card-pad': '12px 16px 16px' },
  compact: { control: '28px', row: '34px', gap: '8px', 'menu-row': '30px', 'card-pad': '8px 12px 12px' },
};

/**
 * The variables as CSS for the page's head. The dark set applies to screens only: prints are light, and so is a certificate's sheet in
 * every theme.
 */
export function themeCss(): string {
  return [
    rule(':root', { ...light, ...measures, ...densities.standard }),
    rule(':root[data-density="compact"]', densities.compact),
    `@media screen{${rule(':root[data-theme="dark"]', { 'color-scheme': 'dark' }, '')}${rule(':root[data-theme="dark"]', dark)}}`,
    // Declared on the sheet itself, which is closer to its content than the root, so that these values win.
    rule('.sheet', light),
    rule('.sheet', { 'color-scheme': 'light' }, ''),
  ].join('');
}

function rule(selector: string, values: Readonly<Record<string, string>>, prefix = '--'): string {
  const lines = Object.entries(values).map(([name, value]) => `${prefix}${name}:${value}`);
  return `${selector}{${lines.join(';')}}`;
}

const controlHeights: Readonly<Record<Density, number>> = { standard: 32, compact: 28 };

/** The same values under antd's token names. */
export function antdToken(theme: Theme, density: Density = 'standard') {
  const colour = colours[theme];
  return {
    colorPrimary: colour.fill,
    colorLink: colour.primary,
    colorInfo: colour.work,
    colorSuccess: colour.done,
    colorWarning: colour.wait,
    colorError: colour.failed,
    colorText: colour.ink,
    colorTextSecondary: colour['ink-soft'],
    colorTextTertiary: colour['ink-faint'],
    colorTextDescription: colour['ink-faint'],
    colorTextPlaceholder: colour['ink-faint'],
    colorBgLayout: colour.ground,
    colorBgContainer: colour.panel,
    colorBgElevated: colour['panel-raised'],
    colorBgMask: colour.veil,
    colorBorder: colour['line-strong'],
    colorBorderSecondary: colour.line,
    borderRadius: 6,
    controlHeight: controlHeights[density],
    fontSize: 14,
    fontFamily: measures.font,
  } as const;
}

/** Overrides for single antd components. Days of other months can be chosen, but antd draws them like disabled ones. */
export function antdComponents(theme: Theme) {
  return { DatePicker: { colorTextDisabled: colours[theme]['ink-faint'] } } as const;
}

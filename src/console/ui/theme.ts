/**
 * Every colour and measure of the console, once. The build writes them into the page as CSS variables (`--primary`, …), so they are there
 * before any script; antd takes the same ones. A dark mode is a second set of values, nothing else.
 */
export const tokens = {
  primary: '#1668dc', // 5.2:1 on white
  'primary-strong': '#0f4fae',
  'primary-soft': '#e8f1fd',
  ink: '#1f2329',
  'ink-soft': '#646a73',
  'ink-faint': '#6b717a', // 4.9:1 on white, 4.5:1 on the page's ground
  ground: '#f5f6f8',
  panel: '#ffffff',
  'panel-soft': '#fafbfc',
  hover: '#f0f5fc',
  line: '#e5e6eb',
  'line-strong': '#c9cdd4',
  'on-primary': '#ffffff',
  seal: '#c8161d', // certificates and destructive actions alone
  done: '#2a8c4a',
  work: '#1668dc',
  wait: '#d97008',
  'wait-soft': '#fdf1e4',
  'wait-ink': '#a24b00', // 5.9:1 on wait-soft
  over: '#8f959e',
  failed: '#d5333a',
  veil: 'rgba(31, 35, 41, 0.45)',
  stage: '#2b2f36', // behind pictures
  'stage-ink': '#e8eaed',
  // The sheet of a certificate, the same on the screen, in print and as PDF. Paper stays white whatever the theme.
  paper: '#ffffff',
  'paper-ink': '#1f2329',
  'paper-soft': '#646a73',
  'paper-line': '#d5d9e0',
  gold: '#b08d4a',
  'gold-soft': '#cdb27c',
  'wave-blue': '#7fa6dc',
  shadow: '0 6px 24px rgba(31, 35, 41, 0.14)',
  font: '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif',
  mono: 'ui-monospace, "SF Mono", Consolas, "Liberation Mono", monospace',
  song: '"Songti SC", STSong, SimSun, "Noto Serif CJK SC", "Noto Serif SC", "Source Han Serif SC", serif',
  radius: '6px',
  control: '32px',
  sidebar: '208px',
  'sidebar-narrow': '48px',
  topbar: '48px',
} as const;

/** The variables as one rule for the head of the page. */
export function themeCss(): string {
  const lines = Object.entries(tokens).map(([name, value]) => `--${name}:${value}`);
  return `:root{${lines.join(';')}}`;
}

/** The same tokens under antd's names. */
export const antdToken = {
  colorPrimary: tokens.primary,
  colorLink: tokens.primary,
  colorInfo: tokens.work,
  colorSuccess: tokens.done,
  colorWarning: tokens.wait,
  colorError: tokens.failed,
  colorText: tokens.ink,
  colorTextSecondary: tokens['ink-soft'],
  colorTextTertiary: tokens['ink-faint'],
  colorTextDescription: tokens['ink-faint'],
  colorTextPlaceholder: tokens['ink-faint'],
  colorBgLayout: tokens.ground,
  colorBorder: tokens['line-strong'],
  colorBorderSecondary: tokens.line,
  borderRadius: 6,
  controlHeight: 32,
  fontSize: 14,
  fontFamily: tokens.font,
} as const;

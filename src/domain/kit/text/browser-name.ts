/** Browser and system of a User-Agent header for display: `Chrome 129 · Windows`; empty if unknown. The first match of each list wins. */
export function browserName(userAgent: string): string {
  return [nameIn(userAgent, browsers), nameIn(userAgent, systems)].filter(Boolean).join(' · ');
}

// Browsers also send the names of older ones, so specific names come first.
const browsers: readonly (readonly [string, RegExp])[] = [
  ['微信', /MicroMessenger\/(\d+)/],
  ['Edge', /Edg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /^(?=.*Safari).*?Version\/(\d+)/],
];
const systems: readonly (readonly [string, RegExp])[] = [
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
];

function nameIn(userAgent: string, known: readonly (readonly [string, RegExp])[]): string {
  for (const [name, pattern] of known) {
    const match = pattern.exec(userAgent);
    if (match) return match[1] === undefined ? name : `${name} ${match[1]}`;
  }
  return '';
}

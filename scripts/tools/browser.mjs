import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';

const places = [
  process.env.CHROMIUM_PATH,
  ...JSON.parse(readFileSync(new URL('../../src/server/platform/media/chromium-places.json', import.meta.url), 'utf8')),
];

/** The Chromium of the browser tests; undefined if there is none. */
export function findChromium() {
  return places.find((path) => path && isExecutable(path));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Without such a font every Chinese character is a box; without fontconfig it cannot be checked. */
export function hasChineseFont() {
  const asked = spawnSync('fc-list', [':lang=zh-cn', 'family'], { encoding: 'utf8' });
  return asked.status === 0 && asked.stdout.trim() !== '';
}

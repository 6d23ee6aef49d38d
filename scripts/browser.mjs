import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { run, StepError } from './run.mjs';

const places = [
  process.env.CHROMIUM_PATH,
  ...JSON.parse(readFileSync(new URL('../src/server/media/chromium-places.json', import.meta.url), 'utf8')),
];

/** Finds a Chromium with Chinese letters; as root on Debian installs them. @returns its path. */
export async function ensureBrowser() {
  const debian = process.getuid?.() === 0 && existsSync('/etc/debian_version');
  if (findChromium() && hasChineseFont()) return findChromium();
  if (!debian) {
    if (findChromium()) return findChromium();
    throw new StepError(
      'The browser tests need Chromium or Chrome: install it (Debian: apt-get install chromium fonts-noto-cjk) or set CHROMIUM_PATH.',
    );
  }
  console.log('Installing chromium and fonts-noto-cjk (once).');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get update', 'apt-get', ['update'], env);
  await run('apt-get install', 'apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'], env);
  const found = findChromium();
  if (!found) throw new StepError('chromium was installed, but it is not where it should be.');
  return found;
}

function findChromium() {
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

/** Without such a font every Chinese letter is a box; where fontconfig is missing there is no way to ask. */
function hasChineseFont() {
  const asked = spawnSync('fc-list', [':lang=zh-cn', 'family'], { encoding: 'utf8' });
  return asked.status === 0 && asked.stdout.trim() !== '';
}

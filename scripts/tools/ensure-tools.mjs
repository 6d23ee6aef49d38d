import { existsSync } from 'node:fs';
import { StepError } from '../run.mjs';
import { findChromium, hasChineseFont } from './browser.mjs';
import { install } from './debian.mjs';
import { missingPackages } from './tools.mjs';

/**
 * Installs what the tests need in addition to npm's packages: as root on Debian everything that is missing, with one call. Elsewhere, and
 * if packages are not available, one line says which tests are skipped; only Chromium is mandatory. @returns its path.
 */
export async function ensureTools() {
  const { packages, services } = missingPackages();
  if (!findChromium()) packages.push('chromium');
  if (!hasChineseFont()) packages.push('fonts-noto-cjk');
  if (packages.length > 0) await provide(packages, services);
  const chromium = findChromium();
  if (chromium) return chromium;
  throw new StepError(
    'The browser tests need Chromium or Chrome: install it (Debian: apt-get install chromium fonts-noto-cjk) or set CHROMIUM_PATH.',
  );
}

async function provide(packages, services) {
  let why = 'root on Debian would install them';
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log(`Installing for the tests (once): ${packages.join(' ')}`);
    why = await install(packages, services);
  }
  const left = [...missingPackages().packages, ...(hasChineseFont() ? [] : ['fonts-noto-cjk'])];
  if (left.length > 0) console.warn(`Tests that need one of these packages are skipped (${why}): ${left.join(' ')}`);
}

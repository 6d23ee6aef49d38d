import { existsSync } from 'node:fs';
import { run } from './run.mjs';

/**
 * golang.org/x/mod, which judges witnesses in the tests: installed as root on a Debian that has Go; elsewhere those tests say that they are
 * skipped.
 */
export async function ensureGoJudge() {
  if (existsSync('/usr/share/gocode/src/golang.org/x/mod') || !existsSync('/usr/bin/go')) return;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  console.log('Installing golang-golang-x-mod-dev, the judge of witnesses (once).');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get update', 'apt-get', ['update'], env);
  await run('apt-get install', 'apt-get', ['install', '-y', '--no-install-recommends', 'golang-golang-x-mod-dev'], env);
}

import { existsSync } from 'node:fs';
import { run } from './run.mjs';

/**
 * Bouncy Castle, which judges evidence records in the tests: installed as root on a Debian that has Java's compiler; elsewhere those tests
 * say that they are skipped.
 */
export async function ensureBouncyCastle() {
  if (existsSync('/usr/share/java/bcpkix.jar') || !existsSync('/usr/bin/javac')) return;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  console.log('Installing libbcpkix-java, the judge of evidence records (once).');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get update', 'apt-get', ['update'], env);
  await run('apt-get install', 'apt-get', ['install', '-y', '--no-install-recommends', 'libbcpkix-java'], env);
}

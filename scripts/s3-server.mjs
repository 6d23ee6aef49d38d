import { existsSync } from 'node:fs';
import { run } from './run.mjs';

/**
 * The S3 server that the storage tests start (OpenStack Swift): as root on Debian installs it; elsewhere its tests say that they are
 * skipped.
 */
export async function ensureS3Server() {
  if (existsSync('/usr/lib/python3/dist-packages/swift/common/middleware/s3api')) return;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  console.log('Installing python3-swift, an S3 server for the storage tests (once).');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get update', 'apt-get', ['update'], env);
  await run('apt-get install', 'apt-get', ['install', '-y', '--no-install-recommends', 'python3-swift'], env);
}

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { root, StepError } from '../run.mjs';

/** Makes archives with the same bytes whenever, wherever and by whomever they are made from the same files. */

/** The date as seconds: of the commit, or `SOURCE_DATE_EPOCH`, the convention of reproducible builds. */
export function commitSeconds() {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given) return Number(given);
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return Number(execFileSync('git', ['log', '-1', '--format=%ct'], options).trim());
  } catch {
    return 0;
  }
}

/** Sorted by name, with one owner, dated by the commit; a file executable by its owner is executable by all, whatever the umask was. */
export function tarTo(file, folder, names, owner = 0) {
  const words = [
    '--sort=name',
    `--owner=${owner}`,
    `--group=${owner}`,
    '--numeric-owner',
    '--mode=u+rwX,go+rX,go-w',
    `--mtime=@${commitSeconds()}`,
  ];
  try {
    execFileSync('tar', [...words, '--hard-dereference', '--format=gnu', '-cf', file, '-C', folder, '--', ...names]);
  } catch (error) {
    throw new StepError(`The archive was not made (GNU tar is needed): ${error.message}`);
  }
}

/** Replaces the file; stores neither name nor time. */
export function gzip(file) {
  try {
    execFileSync('gzip', ['-n', '-9', '-f', file]);
  } catch (error) {
    throw new StepError(`The archive was not compressed (gzip is needed): ${error.message}`);
  }
  return `${file}.gz`;
}

export function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

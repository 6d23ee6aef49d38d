import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { run, StepError } from '../run.mjs';

/**
 * Installs those Debian packages that exist, with one call; their services start neither now nor with the machine. @returns why some are
 * still missing.
 */
export async function install(packages, services) {
  try {
    const isDone = areListsFresh() && (await installAll(packages, services));
    if (!isDone) {
      await run('apt-get update', 'apt-get', ['update'], env);
      await installNamed(packages.filter(isKnown), services);
    }
    return 'this Debian does not have them';
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    return error.message.replaceAll('\n', ' ').slice(0, 300);
  }
}

/** Installs without updating the lists. @returns false if the lists lack a package, or name one that the archive has replaced since. */
async function installAll(packages, services) {
  if (!packages.every(isKnown)) return false;
  return installNamed(packages, services).then(
    () => true,
    () => false,
  );
}

const env = { DEBIAN_FRONTEND: 'noninteractive' };
const lists = '/var/lib/apt/lists';
const dayMs = 24 * 3_600_000;

function areListsFresh() {
  const newest = existsSync(lists) ? Math.max(...readdirSync(lists).map((name) => statSync(`${lists}/${name}`).mtimeMs)) : 0;
  return Date.now() - newest < dayMs;
}

function isKnown(name) {
  return spawnSync('apt-cache', ['show', '--no-all-versions', name]).status === 0;
}

async function installNamed(packages, services) {
  if (packages.length === 0) return;
  const words = ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', ...packages];
  await withoutServices(services, () => run('apt-get install', 'apt-get', words, env));
}

const policy = '/usr/sbin/policy-rc.d';
const mark = '# Written by the preparation of the tests of the notary console, for the time of one installation.';

/** Debian asks `policy-rc.d` before it starts a service; if the machine has its own policy, that one decides. */
async function withoutServices(services, work) {
  const isOurs = !existsSync(policy) || readFileSync(policy, 'utf8').includes(mark);
  const remove = () => isOurs && rmSync(policy, { force: true });
  const named = services.flatMap((service) => [service, `${service}.service`]).join('|');
  if (isOurs) writeFileSync(policy, `#!/bin/sh\n${mark}\ncase "$1" in ${named || '-'}) exit 101 ;; esac\n`, { mode: 0o755 });
  process.once('exit', remove);
  try {
    await work();
  } finally {
    process.off('exit', remove);
    remove();
    for (const service of services) {
      spawnSync('systemctl', ['disable', '--now', `${service}.service`]);
      spawnSync('update-rc.d', [service, 'disable']);
    }
  }
}

import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Runs `work` while no other process is inside `withLock` on the same path; waits for its turn. */
export async function withLock(path, waitingLine, work) {
  const mine = { pid: process.pid, started: startOf(process.pid), nonce: randomUUID() };
  mkdirSync(dirname(path), { recursive: true });
  let hasTold = false;
  while (!tryLock(path, mine)) {
    // A lock that only protects another start's clean-up disappears at once and needs no line.
    if (!hasTold && isAlive(readHolder(path))) {
      hasTold = true;
      console.error(waitingLine);
    }
    await sleep(100);
  }
  const release = () => unlock(path, mine);
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/**
 * As in src/server/platform/runtime/data-dir.ts: a stale lock is removed under a second lock, and only if it is still the one judged stale.
 */
function tryLock(path, mine) {
  if (createWhole(path, mine)) return true;
  const holder = readHolder(path);
  if (holder === null || isAlive(holder)) return false;
  const clearing = `${path}.clearing`;
  if (!tryLock(clearing, mine)) return false;
  try {
    if (readHolder(path)?.nonce === holder.nonce) rmSync(path, { force: true });
  } finally {
    unlock(clearing, mine);
  }
  return createWhole(path, mine);
}

function createWhole(path, holder) {
  const draft = `${path}.${holder.nonce}`;
  writeFileSync(draft, JSON.stringify(holder));
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function unlock(path, mine) {
  if (readHolder(path)?.nonce === mine.nonce) rmSync(path, { force: true });
}

function readHolder(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return error.code === 'ENOENT' ? null : { pid: 0, nonce: '' }; // Truncated by a crash: nobody holds it.
  }
}

function isAlive(holder) {
  if (holder === null || !(holder.pid > 0)) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  return startOf(holder.pid) === holder.started; // Process numbers are reused.
}

/** Start time and state if the system tells them: null elsewhere, and 'Z' for a zombie, which equals no start time. */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 'Z' : fields[19];
  } catch {
    return null;
  }
}

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** A failed step of the preparation; the message is printed as it is. */
export class StepError extends Error {}

/** Runs a command without output, or throws a StepError with its output. */
export async function run(what, command, args, env = {}) {
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  // Otherwise a stopped start would leave npm or the bundler running.
  const stop = (signal) => {
    child.kill(signal);
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(1);
    });
    child.once('close', (status, signal) => resolve(status ?? signal));
  });
  process.off('SIGINT', stop).off('SIGTERM', stop);
  if (code !== 0)
    throw Object.assign(new StepError(`${what} failed (${code}):\n${output.trim().split('\n').slice(-30).join('\n')}`), { output });
}

/** For the commands in this folder: runs `main`; a failed step is printed without a stack and ends with status 1. */
export async function runSteps(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

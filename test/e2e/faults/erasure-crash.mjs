// Loaded into the built server before anything else (node --import): kills it, like kill -9, at the statement that contains the text of the
// file CRASH_FILE, or before a stored file is removed. Armed by SIGUSR2, so that the start and its checks are not affected.
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { sep } from 'node:path';

let step = null;
process.on('SIGUSR2', () => (step = fs.readFileSync(process.env.CRASH_FILE, 'utf8')));
const die = () => process.kill(process.pid, 'SIGKILL');

const { rm } = fs.promises;
fs.promises.rm = async (path, ...rest) => {
  const isObject = String(path).includes(`${sep}objects${sep}sha256${sep}`);
  if (isObject && step === 'before a file goes') die();
  await rm(path, ...rest);
  if (isObject && step === 'after a file went') die();
};
syncBuiltinESMExports();

const { Client } = createRequire(new URL('../../../package.json', import.meta.url))('pg');
const { query } = Client.prototype;
Client.prototype.query = function (...args) {
  if (step !== null && String(args[0]?.text ?? args[0]).includes(step)) die();
  return query.apply(this, args);
};

// Loaded into the built server before anything else (node --import): kills it, like kill -9, at the step of storing an evidence that the
// file CRASH_FILE names. Armed by SIGUSR2, so that the start and its checks are not affected.
import fs from 'node:fs';
import { ServerResponse } from 'node:http';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { sep } from 'node:path';

let step = null;
process.on('SIGUSR2', () => (step = fs.readFileSync(process.env.CRASH_FILE, 'utf8')));

function point(name) {
  if (step === name) process.kill(process.pid, 'SIGKILL');
}
const around = async (name, work) => {
  point(`before ${name}`);
  const working = work();
  point(`within ${name}`);
  const result = await working;
  point(`after ${name}`);
  return result;
};

const { open, rename } = fs.promises;
fs.promises.open = async (path, flags, ...rest) => {
  const file = await open(path, flags, ...rest);
  const isObjects = String(path).includes(`${sep}objects${sep}`);
  const { sync, write, writev, writeFile } = file;
  if (isObjects && flags === 'wx') {
    point('after the file was opened');
    // Whichever of them the store uses to write.
    for (const [name, writes] of Object.entries({ write, writev, writeFile }))
      file[name] = (...args) => around('the write of a piece', () => writes.apply(file, args));
  }
  if (isObjects) file.sync = () => around(flags === 'wx' ? 'the sync of the file' : 'the sync of a folder', () => sync.call(file));
  return file;
};
fs.promises.rename = (from, to) =>
  String(to).includes(`${sep}objects${sep}`) ? around('the rename', () => rename(from, to)) : rename(from, to);
syncBuiltinESMExports();

const { Client } = createRequire(new URL('../../package.json', import.meta.url))('pg');
const { query } = Client.prototype;
Client.prototype.query = function (...args) {
  // The statement is the transaction: its answer comes after its commit.
  if (!String(args[0]?.text ?? args[0]).includes('keep_orders(')) return query.apply(this, args);
  return around('the transaction', () => query.apply(this, args));
};

const { end } = ServerResponse.prototype;
ServerResponse.prototype.end = function (...args) {
  if (this.req?.url === '/open/v1/evidence') point('before the answer');
  return end.apply(this, args);
};

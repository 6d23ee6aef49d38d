// Loaded into a witness before anything else (node --import): kills it, like kill -9, at the step named by DIE_AT, the DIE_ON-th time that
// the step is reached for a checkpoint's file.
import fs from 'node:fs';
import { ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

const step = process.env.DIE_AT;
let left = Number(process.env.DIE_ON ?? '1');
const point = (name) => {
  if (name !== step) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
};
const isCheckpoint = (path) => /\/logs\/[0-9a-f]{64}\/checkpoint/.test(String(path));

const { open, rename } = fs.promises;
fs.promises.open = async (path, flags, ...rest) => {
  const file = await open(path, flags, ...rest);
  const isLogFolder = flags === 'r' && /\/logs\/[0-9a-f]{64}$/.test(String(path));
  if (!isCheckpoint(path) && !isLogFolder) return file;
  const { sync, writeFile } = file;
  const kind = isLogFolder ? 'folder' : 'file';
  file.writeFile = async (...bytes) => {
    point('before write');
    await writeFile.apply(file, bytes);
    point('after write');
  };
  file.sync = async () => {
    await sync.call(file);
    point(`after sync of the ${kind}`);
  };
  return file;
};
fs.promises.rename = async (from, to) => {
  await rename(from, to);
  if (isCheckpoint(to)) point('after rename');
};
syncBuiltinESMExports();

const { end } = ServerResponse.prototype;
ServerResponse.prototype.end = function (...args) {
  if (this.req?.url === '/add-checkpoint' && this.statusCode === 200) point('before answer');
  return end.apply(this, args);
};

// Loaded into the built server before anything else (node --import): as soon as the file FAULT_FILE exists, it is removed and an uncaught
// error is thrown.
import { existsSync, rmSync } from 'node:fs';

const path = process.env.FAULT_FILE;
setInterval(() => {
  if (!existsSync(path)) return;
  rmSync(path);
  throw new Error('a fault of the test', { cause: new Error('its cause') });
}, 50).unref();

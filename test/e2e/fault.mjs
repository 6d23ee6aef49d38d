// Loaded into the built server before anything else (node --import): as soon as the file FAULT_FILE is there, it goes and an error is
// thrown that nobody catches.
import { existsSync, rmSync } from 'node:fs';

const path = process.env.FAULT_FILE;
setInterval(() => {
  if (!existsSync(path)) return;
  rmSync(path);
  throw new Error('a fault of the test', { cause: new Error('its cause') });
}, 50).unref();

#!/usr/bin/env node
import { program } from './program.ts';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
// A reader that closes the pipe early is not a fault: `notary events | head`.
process.stdout.on('error', () => process.exit(0));

process.exitCode = await program(process.argv.slice(2), {
  environment: process.env,
  out: (line) => process.stdout.write(`${line}\n`),
  error: (line) => process.stderr.write(`${line}\n`),
  draw: process.stderr.isTTY ? (line) => process.stderr.write(line) : null,
  signal: stop.signal,
});

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, realpath, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

/** The program that opens the page. */
export interface BrowserBuild {
  /** As it reports itself: `Chromium 156.0.8078.79 …`. */
  readonly version: string;
  /** Of the program itself, not of the wrapper script that distributions install. */
  readonly path: string;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** The build behind a path. Hashing hundreds of megabytes takes half a second, so an unchanged file is hashed only once. */
export async function browserBuild(path: string): Promise<BrowserBuild> {
  const program = await resolveProgram(path);
  const { size, mtimeMs, ino } = await stat(program);
  const key = `${program} ${ino} ${size} ${mtimeMs}`;
  const found = known.get(key) ?? describe(path, program);
  known.set(key, found);
  return found.catch((error: unknown) => {
    known.delete(key);
    throw error;
  });
}

const known = new Map<string, Promise<BrowserBuild>>();

async function describe(path: string, program: string): Promise<BrowserBuild> {
  const hash = createHash('sha256');
  const [{ stdout }] = await Promise.all([
    promisify(execFile)(path, ['--version'], { timeout: 20_000 }),
    pipeline(createReadStream(program, { highWaterMark: 1_048_576 }), hash),
  ]);
  return { version: stdout.trim(), path: program, sha256: hash.digest('hex') };
}

/** Debian's and snap's `chromium` are shell scripts that start a program in another folder. */
async function resolveProgram(path: string): Promise<string> {
  const start = await realpath(path);
  if (!(await isScript(start))) return start;
  const script = await readFile(start, 'utf8');
  const name = /^APPNAME=(\S+)/m.exec(script)?.[1] ?? 'chromium';
  for (const candidate of [`/usr/lib/${name}/${name}`, `/usr/lib/chromium-browser/chromium-browser`, `/opt/google/chrome/chrome`]) {
    if (
      await stat(candidate).then(
        (found) => found.isFile(),
        () => false,
      )
    )
      return candidate;
  }
  return start;
}

async function isScript(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('latin1') === '#!';
  } finally {
    await file.close();
  }
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { embeddedRoot } from '../postgres/binaries.ts';

/** The libraries bundled with the embedded PostgreSQL, with the versions read from their own files, as `OpenSSL 1.1.1`. */
export async function bundledLibraries(): Promise<string[]> {
  const folder = join(embeddedRoot(), 'native/lib');
  const files = await readdir(folder);
  const found = await Promise.all(
    known.map(async ({ name, file, version }) => {
      const [one] = files.filter((path) => file.test(path)).toSorted((a, b) => b.length - a.length);
      const parts =
        one &&
        (version.exec(one) ?? version.exec(await readFile(join(folder, one), 'latin1')))
          ?.slice(1)
          .map((part) => part.replace(/^0(?=\d)/, ''));
      return parts ? [`${name} ${parts.join('.')}`] : [];
    }),
  );
  return found.flat();
}

/** The libraries that a security assessor asks about. `version` matches the file's name, or else its bytes. */
const known = [
  { name: 'OpenSSL', file: /^libcrypto[.-]/, version: /OpenSSL (\d+\.\d+\.\d+[a-z]*) / },
  { name: 'libxml2', file: /^libxml2\./, version: /[^ -~](2)(\d\d)(\d\d)\0/ },
  { name: 'ICU', file: /^libicuuc\./, version: /(?:\.so\.|\.)(\d+\.\d+)(?:\.dylib)?$/ },
  { name: 'zlib', file: /^libz\./, version: /deflate (\d+\.\d+\.\d+)/ },
  { name: 'liblzma', file: /^liblzma\./, version: /\0(\d+\.\d+\.\d+)\0/ },
];

/** The warning that the embedded PostgreSQL is not for production. */
export async function bundledWarning(): Promise<string> {
  return (
    `The embedded PostgreSQL brings ${(await bundledLibraries()).join(', ')}, which get no security updates. ` +
    "Set DATABASE_URL, or POSTGRES_BIN to the programs of the system's own PostgreSQL before the first start " +
    '(docs/operations.md, The database and its libraries).'
  );
}

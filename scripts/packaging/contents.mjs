import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Selects the files of the built project and its packages for a machine that only runs it. */

/**
 * The folders of the packages that `package.json` and these packages depend on, resolved as Node does: nearest folder first. Optional peers
 * are omitted; npm installs them for the build.
 * @param lock the content of package-lock.json. @param isThere whether this system has the folder. @param without names that are not
 * followed.
 */
export function productionPackages(lock, isThere, without = () => false) {
  const found = new Set();
  const follow = (from, names, isAsked) => {
    for (const name of names.filter((one) => !without(one))) {
      const path = nearest(lock, from, name);
      if (path === undefined || !isThere(path)) {
        if (isAsked) throw new Error(`${name}, which ${from || 'package.json'} needs, is not installed`);
        continue;
      }
      if (found.has(path)) continue;
      found.add(path);
      const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = lock.packages[path];
      const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional);
      follow(path, [...Object.keys(dependencies).filter((one) => !(one in optionalDependencies)), ...peers], true);
      follow(path, Object.keys(optionalDependencies), false);
    }
  };
  const { dependencies = {}, optionalDependencies = {} } = lock.packages[''];
  follow('', Object.keys(dependencies), true);
  follow('', Object.keys(optionalDependencies), false);
  return [...found].toSorted();
}

function nearest(lock, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (path in lock.packages) return path;
    if (at === '') return undefined;
  }
}

/**
 * Whether a file of a package is needed to run it. Types and source maps are for developers, and the program uses only a few of a font's
 * eighteen faces.
 * @param path from the project's folder. @param faces the font files that the sources name.
 */
export function isNeeded(path, faces) {
  const name = basename(path);
  if (/\.(?:[cm]?ts|map|tsbuildinfo)$/.test(name)) return false;
  if (path.includes('/@expo-google-fonts/') && /\.(?:ttf|png)$/.test(name)) return faces.has(path.split('node_modules/').at(-1));
  return true;
}

/** The font files that the sources use. */
export function fontFaces(sources) {
  const faces = sources.flatMap((text) => [...text.matchAll(/'(@expo-google-fonts\/[\w/-]+\.ttf)'/g)].map(([, path]) => path));
  return new Set(faces);
}

/** Copies the built project and its packages. @param without names of packages that are not copied. */
export function copyBuilt(root, folder, { without, paths }) {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: (from) => !from.endsWith('.new') });
  }
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const faces = fontFaces(sourcesUnder(join(root, 'src')));
  for (const path of productionPackages(lock, (one) => existsSync(join(root, one)), without)) copyPackage(root, folder, path, faces);
}

function copyPackage(root, folder, path, faces) {
  cpSync(join(root, path), join(folder, path), {
    recursive: true,
    // Else links lead to the machine and the folder that the archive was made in.
    verbatimSymlinks: true,
    filter(from) {
      // A package in another package's node_modules has its own entry in the list.
      if (from.slice(join(root, path).length).includes('/node_modules')) return false;
      return lstatSync(from).isDirectory() || isNeeded(from.slice(root.length), faces);
    },
  });
}

function sourcesUnder(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(folder, path), 'utf8'));
}

/** The commands of `package.json`, without those that prepare the sources. */
export function packagedManifest({ name, version, description, type, license, engines }) {
  const scripts = {
    start: 'exec node start.mjs',
    worker: 'exec node start.mjs worker',
    admin: 'exec node dist/server/admin.js',
    verify: 'exec node dist/server/verify.js',
    witness: 'exec node dist/server/witness.js',
  };
  return { name, version, description, private: true, type, license, engines, scripts };
}

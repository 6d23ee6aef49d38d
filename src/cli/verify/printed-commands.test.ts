import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { inFolder } from '../../../test/installation/factories/certificate.ts';
import { evidenceMaker, sha256Of } from '../../../test/installation/factories/evidence.ts';
import { packageFolder, type PackageFolder } from '../../../test/installation/factories/packages/package-folder.ts';
import type { Files } from '../../../test/installation/factories/packages/mutation-tools.ts';
import { grow, packageOf, webEvidence } from '../../../test/installation/factories/package.ts';
import { rootExtensions, signerExtensions, sm2Keys, type Sm2Keys } from '../../../test/installation/factories/sm2.ts';
import { startAuthority, type Authority } from '../../../test/installation/servers/timestamp-authority.ts';
import { tool } from '../../../test/installation/tool.ts';
import { zipOf } from '../../../test/installation/zip.ts';
import { program } from '../../client/command/program.ts';
import { parseDossier } from '../../domain/proof/dossier/lines/document.ts';
import { formatSums, packageNames as names, unlistedNames } from '../../domain/proof/evidence/package-names.ts';
import { listSm2Certificate } from '../../server/custody/guomi/sm2-certificate-store.ts';
import { openSm2Signer } from '../../server/custody/guomi/sm2-signer.ts';
import { openSigningIdentity } from '../../server/custody/identity/signing-identity.ts';
import { requestDueTimestamps } from '../../server/custody/timestamps/stamping.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';
import { verifyPackage } from './verify-package.ts';

/** Two offices with everything: SM2, tokens over checkpoint and manifest. The second is a forger's, under the same name. */
const [office, forger] = [testApp(), testApp()];
const tools = tool('openssl', 'pdfsig', 'python3');
const made: { folder?: PackageFolder; keys: Sm2Keys[]; authorities: Authority[] } = { keys: [], authorities: [] };
const packages = {} as Record<'plain' | 'strong' | 'forgedPlain' | 'forgedStrong' | 'forgedBehind' | 'forgedUnderOtherName', Files>;

beforeAll(async () => {
  made.folder = await packageFolder();
  const [plain, strong] = await packagesOf(office);
  const [otherPlain, otherStrong] = await packagesOf(forger);
  Object.assign(packages, {
    plain,
    strong,
    forgedPlain: await forged(otherPlain, plain),
    forgedStrong: await forged(otherStrong, strong),
    forgedBehind: await forged(otherPlain, plain, 'CERTIFICATE'),
    forgedUnderOtherName: await forged(otherPlain, plain, 'X509 CERTIFICATE'),
  });
});
afterAll(async () => {
  for (const authority of made.authorities) await authority.stop();
  for (const keys of made.keys) await keys.remove();
  await made.folder?.remove();
});

/** A package before the office had a second track and an authority, and one with both. */
async function packagesOf(installation: typeof office): Promise<[Files, Files]> {
  const unpacked = (zip: Buffer) => made.folder?.unpacked(zip) ?? new Map<string, Buffer>();
  const [keys, authority] = [await sm2Keys(), await startAuthority()];
  made.keys.push(keys);
  made.authorities.push(authority);
  const make = evidenceMaker(installation);
  await make.open();
  const user = await make.user('enterprise', 0, '甲有限公司');
  const plain = await webEvidence(installation, user);
  await grow(installation);
  const first = await unpacked(await packageOf(installation, plain));
  const root = await keys.issue('root', null, rootExtensions);
  const certificate = await keys.issue('office', 'root', signerExtensions);
  await listSm2Certificate(installation.db, certificate + root, { kind: 'command', id: '0', name: '测试', ip: '' });
  const number = await webEvidence(installation, user);
  await grow(installation);
  await requestDueTimestamps(installation.db, 'checkpoints', { authority, most: 9 });
  await requestDueTimestamps(installation.db, 'evidence', { authority, most: 9 });
  const signer = openSm2Signer(readConfig({ SM2_SIGNER: keys.signer('office') }));
  return [first, await unpacked(await packageOf(installation, number, authority, readConfig({}), signer))];
}

/**
 * All of it is the forger's and signed by the forger's keys, but `office.pem` is the genuine one. @param label of the forger's own
 * certificate where it stands behind the genuine one.
 */
async function forged(own: Files, genuine: Files, label?: string): Promise<Files> {
  const [first, second] = [genuine, own].map((files) => files.get(names.officeCertificate)?.toString() ?? '');
  const behind = label === undefined ? '' : (second?.replaceAll(' CERTIFICATE-', ` ${label}-`) ?? '');
  const files = new Map([...own, [names.officeCertificate, Buffer.from(`${first}${behind}`)]]);
  const listed = [...files].filter(([name]) => !unlistedNames.has(name)).map(([name, bytes]) => ({ name, sha256: sha256Of(bytes) }));
  const sums = Buffer.from(formatSums(listed));
  const { signDigest } = await openSigningIdentity(forger.db, readConfig({}));
  files.set(names.sums, sums);
  files.set(names.sumsSignature, Buffer.from(await signDigest(createHash('sha256').update(sums).digest())));
  return files;
}

interface Ran {
  readonly command: string;
  readonly code: number;
  readonly output: string;
}

/** Runs each command as it is printed, one after the other, in a folder with the unpacked package. */
async function ran(files: Files, commands: readonly string[]): Promise<Ran[]> {
  return inFolder(Object.fromEntries(files), async (cwd) => {
    const results: Ran[] = [];
    for (const command of commands) results.push(await runOne(command, cwd, files));
    return results;
  });
}

async function runOne(command: string, cwd: string, files: Files): Promise<Ran> {
  if (/^np[mx] /.test(command)) return runVerifier(command, files);
  const {
    code = 0,
    stdout,
    stderr,
  } = await promisify(execFile)('sh', ['-c', command], { cwd, timeout: 60_000 }).then(
    (done) => ({ ...done, code: 0 }),
    (error: { code?: number; stdout: string; stderr: string }) => ({ ...error, code: error.code ?? 1 }),
  );
  return { command, code, output: stdout + stderr };
}

/** The verifier's commands, in this process: the program of the client is the same verifier. The shell splits the words. */
async function runVerifier(command: string, files: Files): Promise<Ran> {
  const { stdout } = await promisify(execFile)('sh', ['-c', `printf '%s\\n' ${command}`]);
  const words = stdout.trim().split('\n');
  const zip = zipOf([...files].map(([name, bytes]) => ({ name, bytes })));
  return inFolder({ 'p.zip': zip }, async (cwd) => {
    const at = words.indexOf('证据包.zip');
    const io = { environment: {}, error: () => undefined, draw: null, signal: new AbortController().signal };
    const output: string[] = [];
    const given = ['verify', join(cwd, 'p.zip'), ...words.slice(at + 1)];
    const code = await program(given, { ...io, out: (line: string) => void output.push(line) } as Parameters<typeof program>[1]);
    return { command, code, output: output.join('\n') };
  });
}

/** Lines of the instructions that are commands, as far as they run on this system. */
function printedIn(files: Files): string[] {
  const [text = ''] = (files.get(names.instructions)?.toString() ?? '').split('\n## 九、Windows');
  const commands = [...text.matchAll(/^ {4}((?:openssl|sha256sum|pdfsig|python3|unzip|npx|npm) .*)$/gm)].map(([, command = '']) => command);
  return commands.filter((command) => !/^npm install |--dossier|--policy/.test(command));
}

/** Commands in the 复核方法 of the dossier. */
function recheckedIn(files: Files): string[] {
  const dossier = parseDossier(files.get(names.dossier) ?? Buffer.alloc(0));
  const methods = dossier.ok ? dossier.value.lines.map(({ 复核方法 }) => 复核方法) : [];
  return methods.flatMap((text) => [...text.matchAll(/`([^`]+)`/g)].map(([, command = '']) => command));
}

const aboutSignatures = /openssl (?:cms|ts|pkeyutl|dgst .*-verify)|notary verify|npm run verify/;
const failing = (results: readonly Ran[]) => results.filter(({ code }) => code !== 0).map(({ command, output }) => `${command}\n${output}`);

describe.skipIf(tools.isMissing)(`the commands that a package prints${tools.note}`, () => {
  it.each(['plain', 'strong'] as const)('all pass on a genuine package: %s', async (name) => {
    const commands = printedIn(packages[name]);
    expect(commands.filter((command) => aboutSignatures.test(command)).length).toBeGreaterThan(name === 'plain' ? 6 : 12);
    expect(failing(await ran(packages[name], commands))).toEqual([]);
  });

  it.each([
    ['forgedPlain', 'plain'],
    ['forgedStrong', 'strong'],
    ['forgedBehind', 'plain'],
    ['forgedUnderOtherName', 'plain'],
  ] as const)('each that is about a signature fails where only office.pem is genuine: %s', async (name, like) => {
    const commands = printedIn(packages[name]);
    expect(commands).toHaveLength(printedIn(packages[like]).length);
    const passed = (await ran(packages[name], commands)).filter(({ command, code }) => aboutSignatures.test(command) && code === 0);
    expect(passed.map(({ command }) => command)).toEqual([]);
  });

  it('the first one names a file that no list names', async () => {
    const [first = ''] = printedIn(packages.plain).filter((command) => command.includes('listdir'));
    const [found] = await ran(new Map([...packages.plain, ['合同.pdf', Buffer.from('x')]]), [first]);
    expect([found?.code, found?.output.trim()]).toEqual([1, "['合同.pdf']"]);
  });
});

describe.skipIf(tools.isMissing)(`the 复核方法 of the dossier${tools.note}`, () => {
  it.each(['plain', 'strong'] as const)('is a command that passes, or names a line of the verifier: %s', async (name) => {
    const dossier = parseDossier(packages[name].get(names.dossier) ?? Buffer.alloc(0));
    const methods = dossier.ok ? dossier.value.lines.map(({ 复核方法 }) => 复核方法) : [];
    expect(methods.filter((text) => !/`[^`]+`|核验网页/.test(text))).toEqual([]);
    const available = recheckedIn(packages[name]).filter((command) => !/^(?:exiftool|ffprobe|file) /.test(command));
    expect(available.length).toBeGreaterThan(10);
    expect(failing(await ran(packages[name], [...new Set(available)]))).toEqual([]);
    const path = join(await Promise.resolve(made.keys[0]?.folder ?? ''), `${name}.zip`);
    await writeFile(path, zipOf([...packages[name]].map(([file, bytes]) => ({ name: file, bytes }))));
    const labels = (await verifyPackage(path)).lines.map(({ label }) => label);
    const cited = methods.flatMap((text) => [...text.matchAll(/“([^”]+)”一行/g)].map(([, label = '']) => label));
    expect(cited.filter((label) => !labels.includes(label))).toEqual([]);
  });

  it('fails where only office.pem is genuine, wherever it is about a signature', async () => {
    const commands = [...new Set(recheckedIn(packages.forgedStrong))].filter((command) => aboutSignatures.test(command));
    expect(commands.length).toBeGreaterThan(3);
    expect((await ran(packages.forgedStrong, commands)).filter(({ code }) => code === 0)).toEqual([]);
  });
});

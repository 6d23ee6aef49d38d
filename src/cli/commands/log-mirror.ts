import { cosign } from '../../domain/proof/tlog/cosignatures/cosignature.ts';
import { withSignatures } from '../../domain/proof/tlog/cosignatures/note-signatures.ts';
import { formatVerifierKey } from '../../domain/proof/tlog/cosignatures/verifier-key.ts';
import type { TrustedLog } from '../../domain/proof/tlog/checkpoint.ts';
import { readUtf8 } from '../../domain/kit/bytes/bytes.ts';
import { parseVkey } from '../../domain/proof/tlog/note-key.ts';
import { packageNames } from '../../domain/proof/evidence/package-names.ts';
import { makeFolder } from '../../server/platform/storage/folders.ts';
import { openKeys } from '../../witness/keys.ts';
import { CommandError, options, type StandaloneCommand } from '../lib/command.ts';
import { givenPath } from '../lib/given-file.ts';
import { MirrorFolder } from '../mirror/mirror-folder.ts';
import { mirrorLog, type Mirrored } from '../mirror/mirror-log.ts';
import { remoteLog, type RemoteLog } from '../mirror/remote-log.ts';
import { countWatched, watchEntries, type Sighting } from '../mirror/watch.ts';

/** Copies another office's log. Whoever keeps a copy can prove what the log once stated. */
export const logMirror: StandaloneCommand = {
  name: 'log mirror',
  usage: 'URL FOLDER [--log-key VKEY] [--watch-hash HASH,…] [--cosign KEYS] [--name NAME]',
  summary: "copy and check another office's log; tell of entries about given hashes; cosign the copy as a mirror",
  async runStandalone({ args }) {
    const { values, positionals } = options(args, ['log-key', 'watch-hash', 'cosign', 'name'], [], 2);
    const [address, path] = positionals;
    if (address === undefined || path === undefined) throw new CommandError(`Usage: log mirror ${logMirror.usage}`);
    const hashes = hashesIn(values['watch-hash']);
    // npm changes into the project's folder, but paths are relative to where the command was typed.
    const [remote, folder] = [remoteLog(address), new MirrorFolder(givenPath(path))];
    const [log, isFirst] = await trustedLog(remote, folder, values['log-key']);
    const mirrored = await mirrorLog(remote, folder, log, (line) => console.error(line));
    const keys = values.cosign === undefined ? null : await cosignMirror(folder, mirrored, givenPath(values.cosign), values.name ?? null);
    const isWatching = hashes.length > 0 || (await countWatched(folder)) > 0;
    const sightings = isWatching ? await watchEntries(folder, Math.max(mirrored.checkpoint.size, mirrored.from), hashes) : [];
    const value = { ...valueOf(mirrored, log), ...(keys ? { mirror_keys: keys } : {}), sightings };
    return { value, text: textOf(mirrored, log, { isFirst, keys, isWatching, sightings }) };
  },
};

/** Trusts the given key, else the key of the first run, else the key that the log itself publishes. */
async function trustedLog(remote: RemoteLog, folder: MirrorFolder, given: string | undefined): Promise<[TrustedLog, boolean]> {
  const kept = readUtf8((await folder.read(packageNames.logKey)) ?? new Uint8Array(0))?.trimEnd() ?? '';
  if (kept !== '' && given !== undefined && given !== kept)
    throw new CommandError(`The copy is of the log with the key ${kept}. Mirror another log into another folder.`);
  const shown = kept === '' && given === undefined ? await remote.read(packageNames.logKey) : null;
  const vkey = given ?? (kept === '' ? (readUtf8(shown ?? new Uint8Array(0))?.trimEnd() ?? '') : kept);
  const key = parseVkey(vkey);
  if (!key.ok) throw new CommandError(`No key of the log: ${vkey === '' ? 'the log shows none; give --log-key' : key.fault}.`);
  await folder.write(packageNames.logKey, `${vkey}\n`);
  return [{ origin: key.value.name, keys: [key.value] }, shown !== null];
}

function hashesIn(words: string | undefined): string[] {
  const hashes = (words ?? '').split(',').filter((word) => word !== '');
  const wrong = hashes.find((hash) => !/^[0-9a-f]{64}$/i.test(hash));
  if (wrong !== undefined) throw new CommandError(`--watch-hash ${wrong}: expected 64 hex digits, several between commas.`);
  return hashes.map((hash) => hash.toLowerCase());
}

/**
 * Adds the mirror's own cosignatures to the copy's checkpoint, because all entries below it are on this disk. The keys differ from those of
 * a witness, and must be outside the folder, which a web server publishes. Source: C2SP tlog-mirror.
 */
async function cosignMirror(folder: MirrorFolder, mirrored: Mirrored, keysPath: string, name: string | null): Promise<readonly string[]> {
  if (!mirrored.hasEntries) throw new CommandError('The copy has hashes without their entries; a mirror cosigns what it holds in full.');
  if (keysPath === folder.path || keysPath.startsWith(`${folder.path}/`))
    throw new CommandError('--cosign: keep the keys outside of the copy, which is for everybody.');
  if (mirrored.isOlder) return [];
  await makeFolder(keysPath);
  const signers = await openKeys(keysPath, name);
  const time = Math.floor(Date.now() / 1000);
  const lines = signers.map(({ key, sign }) => cosign(key, mirrored.note.text, time, sign));
  await folder.write('checkpoint', withSignatures(mirrored.note, lines));
  return signers.map(({ key }) => formatVerifierKey(key));
}

function valueOf({ checkpoint, from, isOlder, hasEntries }: Mirrored, { origin }: TrustedLog) {
  return { origin, size: checkpoint.size, copied: Math.max(0, checkpoint.size - from), is_older: isOlder, has_entries: hasEntries };
}

interface MirrorResult {
  readonly isFirst: boolean;
  readonly keys: readonly string[] | null;
  readonly isWatching: boolean;
  readonly sightings: readonly Sighting[];
}

function textOf(mirrored: Mirrored, { origin }: TrustedLog, { isFirst, keys, isWatching, sightings }: MirrorResult): string {
  const { checkpoint, from, isOlder, hasEntries } = mirrored;
  return [
    ...(isFirst ? ['The key of the log was taken from the log itself. Compare log-key.txt with what the office prints elsewhere.'] : []),
    isOlder
      ? `${origin}: the log shows size ${checkpoint.size}, older than the copy's ${from}, of the same history.`
      : `${origin}: checked up to size ${checkpoint.size}, ${checkpoint.size - from} of it new.`,
    ...(hasEntries ? [] : ['Hashes alone: the log does not give out its entries, or did not always.']),
    ...(keys ? ['Cosigned as a mirror:', ...keys.map((key) => `  ${key}`)] : []),
    ...(isWatching && sightings.length === 0 ? ['No new entry about a watched hash.'] : []),
    ...sightings.map(({ hash, index, number }) => `Entry ${index}${number === null ? '' : `, evidence ${number}`}, is about ${hash}`),
  ].join('\n');
}

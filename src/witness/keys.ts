import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign as nodeSign,
  type KeyObject,
} from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ml_dsa44 } from '@noble/post-quantum/ml-dsa.js';
import { isKeyName } from '../domain/proof/tlog/note-key.ts';
import { verifierKey, type VerifierKey } from '../domain/proof/tlog/cosignatures/verifier-key.ts';
import { StartupError } from '../server/platform/runtime/startup-error.ts';
import { readIfThere, writeDurably } from '../server/platform/storage/durable-file.ts';

/** A key of this witness. The secret key is reachable only through `sign`. */
export interface Signer {
  readonly key: VerifierKey;
  readonly sign: (message: Uint8Array) => Uint8Array;
}

/**
 * Opens the two keys of this witness, Ed25519 and ML-DSA-44 under one name. The first start makes them and then writes the file `name`.
 * After that a missing key is an error, because a new key would be another witness.
 * @throws StartupError for keys that are missing or cannot be read, and for a name that does not match theirs.
 */
export async function openKeys(folder: string, wantedName: string | null): Promise<readonly Signer[]> {
  if (wantedName !== null && !isKeyName(wantedName))
    throw new StartupError(`--name ${wantedName}: a name has no blanks and no plus sign, such as witness.court.example/w1.`);
  const [namePath, ed25519Path, mlDsaPath] = [nameFile, ed25519File, mlDsaFile].map((file) => join(folder, file)) as [
    string,
    string,
    string,
  ];
  const known = await textOf(namePath);
  if (known !== null && wantedName !== null && known !== wantedName)
    throw new StartupError(`--name ${wantedName}: the keys in ${folder} are called ${known}. A witness keeps its name; leave --name out.`);
  if (known === null) {
    if ((await textOf(ed25519Path)) === null) await writeDurably(ed25519Path, newEd25519());
    if ((await textOf(mlDsaPath)) === null) await writeDurably(mlDsaPath, `${randomBytes(seedBytes).toString('hex')}\n`);
  }
  const ed25519 = readEd25519(ed25519Path, await textOf(ed25519Path));
  const seed = readSeed(mlDsaPath, await textOf(mlDsaPath));
  const raw = rawPublicKey(ed25519);
  const name = known ?? wantedName ?? `${hostname()}/witness-${createHash('sha256').update(raw).digest('hex').slice(0, 8)}`;
  if (!isKeyName(name)) throw new StartupError(`The name ${name} has blanks or a plus sign; give another by --name.`);
  if (known === null) await writeDurably(namePath, `${name}\n`, 0o644);
  const { publicKey, secretKey } = ml_dsa44.keygen(seed);
  return [
    { key: verifierKey('cosignature-ed25519', name, raw), sign: (message) => new Uint8Array(nodeSign(null, message, ed25519)) },
    { key: verifierKey('cosignature-ml-dsa-44', name, publicKey), sign: (message) => ml_dsa44.sign(message, secretKey) },
  ];
}

async function textOf(path: string): Promise<string | null> {
  const bytes = await readIfThere(path);
  return bytes === null ? null : new TextDecoder().decode(bytes).trimEnd();
}

function newEd25519(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
}

function readEd25519(path: string, pem: string | null): KeyObject {
  if (pem === null) throw new StartupError(missing(path));
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Reported below with the same message as a key of another kind.
  }
  throw new StartupError(`${path} holds no Ed25519 key. Restore it from a backup.`);
}

function readSeed(path: string, hex: string | null): Uint8Array {
  if (hex === null) throw new StartupError(missing(path));
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new StartupError(`${path} does not hold 64 hex digits. Restore it from a backup.`);
  return new Uint8Array(Buffer.from(hex, 'hex'));
}

function missing(path: string): string {
  return `${path} is missing. Restore it from a backup: with another key this would be another witness.`;
}

/** The last 32 bytes of the key's SPKI encoding. Source: RFC 8410. */
function rawPublicKey(key: KeyObject): Uint8Array {
  return new Uint8Array(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32));
}

const nameFile = 'name';
const ed25519File = 'ed25519.pem';
const mlDsaFile = 'ml-dsa-44.seed';
const seedBytes = 32;

import { StartupError } from '../runtime/startup-error.ts';
import { createLocalStore } from '../storage/local.ts';
import { localNamedFiles, type NamedFiles } from '../storage/named-files.ts';
import type { S3Place } from '../storage/s3/bucket.ts';
import { localStagingAreas, type StagingAreas } from '../storage/staging-areas.ts';
import type { ObjectStore } from '../storage/store.ts';

/**
 * Opens the object store that STORAGE_URL names; if unset, the one in `folder` (spec/intake, 9).
 * @throws StartupError
 */
export async function openStore(storageUrl: string | undefined, folder: string): Promise<ObjectStore> {
  if (storageUrl === undefined) return createLocalStore(folder);
  const place = readStorageUrl(storageUrl, process.env);
  // Imported on demand: the S3 client is large, and few installations need it.
  const [{ createS3Store }, { s3Reason }] = await Promise.all([import('../storage/s3/store.ts'), import('../storage/s3/reason.ts')]);
  return createS3Store(place).catch((error: unknown) => {
    throw new StartupError(
      `STORAGE_URL: cannot use the bucket "${place.bucket}" ` +
        `${place.endpoint === undefined ? `in ${place.region}` : `at ${place.endpoint}`}: ${s3Reason(error)}.`,
    );
  });
}

/** Opens a bucket or a folder for files by name. @param variable the setting to name in errors. @throws StartupError */
export async function openNamedFiles(address: string, variable: string): Promise<NamedFiles> {
  if (!address.startsWith('s3://')) return localNamedFiles(address);
  const named = (error: unknown) =>
    error instanceof StartupError ? new StartupError(error.message.replace(/^STORAGE_URL/, variable)) : error;
  const [{ s3NamedFiles }, { s3Reason }] = await Promise.all([import('../storage/s3/named-files.ts'), import('../storage/s3/reason.ts')]);
  try {
    const place = readStorageUrl(address, process.env);
    return await s3NamedFiles(place).catch((error: unknown) => {
      throw new StartupError(`STORAGE_URL: cannot use the bucket "${place.bucket}": ${s3Reason(error)}.`);
    });
  } catch (error) {
    throw named(error);
  }
}

/** Opens the staging areas of unfinished uploads, in the storage of STORAGE_URL; if unset, in `folder`. @throws StartupError */
export async function openStagingAreas(storageUrl: string | undefined, folder: string): Promise<StagingAreas> {
  if (storageUrl === undefined) return localStagingAreas(folder);
  const { s3StagingAreas } = await import('../storage/s3/staging-areas.ts');
  return s3StagingAreas(readStorageUrl(storageUrl, process.env));
}

/**
 * Parses `s3://bucket/prefix?endpoint=…&region=…&forcePathStyle=1&accessKeyId=…&secretAccessKey=…&presign=0&publicEndpoint=…`. Only the
 * bucket is required. Credentials and region may also come from the usual AWS environment variables. With `presign=0` the server delivers
 * the files itself, for browsers that cannot reach the storage. `publicEndpoint` is the storage's address as browsers see it.
 * @throws StartupError that never quotes the address, which may hold a secret.
 */
export function readStorageUrl(storageUrl: string, env: NodeJS.ProcessEnv): S3Place {
  const url = URL.canParse(storageUrl) ? new URL(storageUrl) : null;
  if (url?.protocol !== 's3:') throw new StartupError('STORAGE_URL must start with s3:// and a bucket.');
  if (url.username !== '' || url.password !== '' || url.port !== '')
    throw new StartupError(
      'STORAGE_URL: credentials and endpoint are given as ?accessKeyId=…&secretAccessKey=…&endpoint=…, not before or after the bucket.',
    );
  const bucket = url.hostname;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) throw new StartupError(`STORAGE_URL: "${bucket}" is not the name of a bucket.`);

  const options = optionsOf(url);
  const endpoint = addressOf('endpoint', options.endpoint);
  const publicEndpoint = addressOf('publicEndpoint', options.publicEndpoint);
  const region = options.region ?? env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'] ?? (endpoint === undefined ? undefined : 'us-east-1');
  if (region === undefined) throw new StartupError('STORAGE_URL: name the region (?region=…) or set AWS_REGION.');
  const links = flagOf('presign', options.presign, true) ? { endpoint: publicEndpoint } : null;
  return {
    bucket,
    prefix: prefixOf(url),
    region,
    endpoint,
    forcePathStyle: flagOf('forcePathStyle', options.forcePathStyle, false),
    credentials: credentialsOf(options),
    links,
  };
}

const optionNames = ['endpoint', 'publicEndpoint', 'region', 'forcePathStyle', 'presign', 'accessKeyId', 'secretAccessKey'] as const;
type Options = Partial<Record<(typeof optionNames)[number], string>>;

function optionsOf({ searchParams }: URL): Options {
  const unknown = [...searchParams.keys()].find((name) => !optionNames.some((known) => known === name));
  if (unknown !== undefined) throw new StartupError(`STORAGE_URL: unknown option "${unknown}"; there are ${optionNames.join(', ')}.`);
  return Object.fromEntries(optionNames.map((name) => [name, searchParams.get(name) ?? '']).filter(([, value]) => value !== ''));
}

function addressOf(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new StartupError(`STORAGE_URL: ${name} must start with http:// or https://.`);
  return value;
}

function flagOf(name: string, value: string | undefined, byDefault: boolean): boolean {
  if (value === undefined) return byDefault;
  if (value !== '0' && value !== '1') throw new StartupError(`STORAGE_URL: ${name} is 0 or 1.`);
  return value === '1';
}

function credentialsOf({ accessKeyId, secretAccessKey }: Options): S3Place['credentials'] {
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new StartupError('STORAGE_URL: accessKeyId and secretAccessKey are given together or not at all.');
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  // Secrets are pasted unescaped: their `+` was parsed as a blank, and none contains a real blank.
  return { accessKeyId, secretAccessKey: secretAccessKey.replaceAll(' ', '+') };
}

function prefixOf({ pathname }: URL): string {
  const parts = pathname.split('/').filter((part) => part !== '');
  if (!parts.every((part) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part)))
    throw new StartupError('STORAGE_URL: the folder after the bucket is made of letters, digits, "-", "_" and ".".');
  return parts.map((part) => `${part}/`).join('');
}

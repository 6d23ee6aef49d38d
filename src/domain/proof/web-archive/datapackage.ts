import { readUtf8 } from '../../kit/bytes/bytes.ts';
import type { ArchivedPage } from './pages.ts';

/** A file of the archive. `hash` is `sha256:` and 64 lower-case hex digits. */
export interface ArchiveResource {
  readonly path: string;
  readonly hash: string;
  readonly bytes: number;
}

/** `datapackage.json`. Source: WACZ 1.1.1, datapackage.json. */
export function formatDatapackage(page: ArchivedPage, resources: readonly ArchiveResource[], created: Date): string {
  const listed = resources.map(({ path, hash, bytes }) => ({ name: path.slice(path.lastIndexOf('/') + 1), path, hash, bytes }));
  const value = {
    profile: 'data-package',
    wacz_version: '1.1.1',
    software: archiveSoftware,
    created: created.toISOString(),
    title: page.title,
    mainPageUrl: page.url,
    mainPageDate: page.at.toISOString(),
    resources: listed,
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

export const archiveSoftware = 'notary-console';

/** The listed files; null for bytes that have no such list, or not in a form that can be checked. */
export function parseDatapackage(bytes: Uint8Array): readonly ArchiveResource[] | null {
  const value = parseJsonObject(bytes);
  const resources = value?.['resources'];
  if (value?.['profile'] !== 'data-package' || !Array.isArray(resources) || resources.length > maxResources) return null;
  const listed = (resources as readonly unknown[]).map(resourceOf).filter((resource) => resource !== null);
  const isEach = listed.length === resources.length && new Set(listed.map(({ path }) => path)).size === listed.length;
  return isEach ? listed : null;
}

function resourceOf(value: unknown): ArchiveResource | null {
  if (typeof value !== 'object' || value === null) return null;
  const { path, hash, bytes } = value as Readonly<Record<string, unknown>>;
  if (typeof path !== 'string' || typeof hash !== 'string' || !/^sha256:[0-9a-f]{64}$/.test(hash)) return null;
  return typeof bytes === 'number' && Number.isSafeInteger(bytes) && bytes >= 0 ? { path, hash, bytes } : null;
}

/** Parses a JSON object from untrusted bytes; null for anything else. */
export function parseJsonObject(bytes: Uint8Array): Readonly<Record<string, unknown>> | null {
  const text = readUtf8(bytes);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null; // JSON.parse reports invalid JSON only by throwing.
  }
}

const maxResources = 100;

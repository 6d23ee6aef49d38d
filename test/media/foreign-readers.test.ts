import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesInMemory } from '../../src/domain/kit/media/byte-source.ts';
import { readFileMetadata } from '../../src/domain/kit/media/file-metadata.ts';
import { sniffImageOfAnySize } from '../../src/domain/kit/media/image.ts';
import { tool } from '../installation/tool.ts';
import { heifKinds, mediaKinds, type MediaFacts, type MediaKind } from './media-kinds.ts';

const needed = tool('exiftool', 'ffmpeg');
const heifNeeded = tool('exiftool', 'ffmpeg', 'heif-enc');

describe.skipIf(needed.isMissing)(`a file of each kind is read as exiftool and ffprobe read it${needed.note}`, () => {
  compare(mediaKinds);
});

describe.skipIf(heifNeeded.isMissing)(`a picture in HEIF is read as exiftool reads it${heifNeeded.note}`, () => {
  compare(heifKinds);
});

function compare(kinds: readonly MediaKind[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'media-kinds-'));
  let tags: readonly Tags[] = [];
  beforeAll(() => {
    for (const { name, make } of kinds) make(join(folder, name));
    // Its exit status is 1 if it does not know one of the files.
    const words = ['-j', '-G1', '-n', '-api', 'TimeZone=UTC', ...kinds.map(({ name }) => name)];
    tags = JSON.parse(spawnSync('exiftool', words, { cwd: folder, maxBuffer: 100_000_000 }).stdout.toString());
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(kinds)('$name', async ({ name, unread, ...kind }) => {
    const path = join(folder, name);
    const foreign = { ...none, ...kind.facts };
    expect(foreignFacts(tags.find(({ SourceFile }) => SourceFile === name) ?? {}, durationOf(path))).toEqual(foreign);
    expect(await ownFacts(path)).toEqual({ ...foreign, ...unread });
  });
}

const none: MediaFacts = { mediaType: null, seconds: null, size: null, containerAt: null, zonedAt: null, takenLocal: null, software: '' };

type Tags = Readonly<Record<string, string | number | undefined>>;

async function ownFacts(path: string): Promise<MediaFacts> {
  const bytes = readFileSync(path);
  const { sizeBytes, editor, isOfCamera, ...facts } = await readFileMetadata(bytesInMemory(bytes));
  expect([facts.software.startsWith(editor), isOfCamera]).toEqual([true, undefined]);
  expect(sizeBytes).toBe(bytes.length);
  const image = sniffImageOfAnySize(bytes);
  const second = (at: string | null) => at && at.replace(/\.\d+Z$/, 'Z');
  return {
    ...facts,
    containerAt: second(facts.containerAt),
    zonedAt: second(facts.zonedAt),
    size: image && `${image.width}×${image.height}`,
  };
}

/** Seconds; null for pictures and what has no duration. */
function durationOf(path: string): number | null {
  const words = ['-v', 'error', '-of', 'json', '-show_entries', 'format=duration', path];
  const { stdout } = spawnSync('ffprobe', words);
  const duration = Number(JSON.parse(stdout.toString() || '{}').format?.duration);
  return Number.isNaN(duration) ? null : duration;
}

function foreignFacts(tags: Tags, duration: number | null): MediaFacts {
  const text = (...names: readonly string[]) => names.map((name) => String(tags[name] ?? '')).find((value) => /[1-9]/.test(value)) ?? '';
  const mediaType = text('File:MIMEType') === '' ? String(tags['File:MIMEType'] ?? '') || null : text('File:MIMEType');
  const isPicture = mediaType?.startsWith('image/') === true;
  const local = text('ExifIFD:DateTimeOriginal', 'ExifIFD:CreateDate', 'XMP-exif:DateTimeOriginal', 'RIFF:DateTimeOriginal');
  const zoned = text(
    'Composite:SubSecDateTimeOriginal',
    'Composite:SubSecCreateDate',
    'XMP-exif:DateTimeOriginal',
    'Keys:CreationDate',
    'UserData:ContentCreateDate',
    'Composite:GPSDateTime',
  );
  return {
    mediaType: mediaType && (sameTypes[mediaType] ?? mediaType),
    seconds: isPicture || duration === null ? null : Math.round(duration),
    size: isPicture ? `${text(...widths)}×${text(...heights)}` : null,
    containerAt: isPicture ? null : instant(text('QuickTime:CreateDate', 'Matroska:DateTimeOriginal').replace('Z', '')),
    zonedAt: /(?:Z|[+-]\d\d:\d\d)$/.test(zoned) ? instant(zoned) : null,
    takenLocal: iso(local)?.slice(0, 19) ?? null,
    software: isPicture ? (programs.map((name) => String(tags[name] ?? '')).find((program) => program !== '') ?? '') : '',
  };
}

/** Names of one type. */
const sameTypes: Readonly<Record<string, string>> = { 'audio/x-wav': 'audio/wav', 'video/3gpp': 'video/mp4' };
const widths = ['File:ImageWidth', 'PNG:ImageWidth', 'RIFF:ImageWidth', 'IFD0:ImageWidth', 'GIF:ImageWidth'];
const heights = ['File:ImageHeight', 'PNG:ImageHeight', 'RIFF:ImageHeight', 'IFD0:ImageHeight', 'GIF:ImageHeight'];
const programs = ['IFD0:Software', 'PNG:Software', 'PNG:Software-zho', 'XMP-xmp:CreatorTool'];

/** exiftool separates the parts of a date by colons. */
function iso(text: string): string | null {
  return text === '' ? null : text.replace(/^(\d{4}):(\d\d):(\d\d) /, '$1-$2-$3T');
}

function instant(text: string): string | null {
  const written = iso(text);
  return written && new Date(/(?:Z|[+-]\d\d:\d\d)$/.test(written) ? written : `${written}Z`).toISOString().replace(/\.\d+Z$/, 'Z');
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { FileMetadata } from '../../src/domain/kit/media/file-metadata.ts';

/** What is compared: instants to the second, the size of pictures as `width×height`. */
export interface MediaFacts extends Omit<FileMetadata, 'sizeBytes' | 'editor' | 'isOfCamera'> {
  readonly size: string | null;
}

export interface MediaKind {
  readonly name: string;
  readonly make: (path: string) => void;
  /** As exiftool 12.57 and ffprobe 5.1 read it; what is not named is absent. */
  readonly facts: Partial<MediaFacts>;
  /** What the product reads otherwise, or not at all; each with its reason in the table. */
  readonly unread?: Partial<MediaFacts>;
}

const run = (program: string, ...words: string[]) => execFileSync(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
const ffmpeg = (path: string, ...words: string[]) => run('ffmpeg', '-v', 'error', '-y', '-nostdin', '-threads', '1', ...words, path);

type Rest = Pick<MediaKind, 'facts' | 'unread'> & {
  /** Words for ffmpeg. */
  readonly words?: readonly string[];
  /** Tags that exiftool writes. */
  readonly tags?: readonly string[];
  /** Afterwards. */
  readonly change?: (bytes: Buffer) => Buffer;
};

function kind(name: string, input: readonly string[], { words = [], tags = [], change, ...rest }: Rest): MediaKind {
  return {
    name,
    make(path) {
      ffmpeg(path, ...input, ...words);
      if (tags.length > 0) run('exiftool', '-q', '-overwrite_original', ...tags, path);
      if (change) writeFileSync(path, change(readFileSync(path)));
    },
    ...rest,
  };
}

const pattern = (seconds: number) => ['-f', 'lavfi', '-i', `testsrc2=s=64x48:r=10:d=${seconds}`];
const sine = (seconds: number) => ['-f', 'lavfi', '-i', `sine=r=44100:d=${seconds}`];

function image(name: string, { facts, ...rest }: Rest): MediaKind {
  const suffix = name.split('.')[1] ?? '';
  const mediaType = `image/${suffix === 'jpg' ? 'jpeg' : suffix}`;
  return kind(name, [...pattern(1), '-frames:v', '1'], { ...rest, facts: { mediaType, size: '64×48', ...facts } });
}

function film(name: string, seconds: number, { facts, words = [], ...rest }: Rest): MediaKind {
  const mediaType = name.endsWith('.mov') ? 'video/quicktime' : 'video/mp4';
  const codec = ['-c:v', 'mpeg4'];
  return kind(name, pattern(seconds), {
    ...rest,
    words: [...codec, ...words],
    facts: { mediaType, seconds: Math.round(seconds), ...facts },
  });
}

/** The first segment and all others of a stream in one file, as people save it. */
function segments(name: string, words: readonly string[], list: string, isPart: RegExp): MediaKind {
  const facts = { mediaType: 'video/mp4', seconds: 3 };
  const make = (path: string): void => {
    const folder = mkdtempSync(`${path}-`);
    ffmpeg(join(folder, list), ...pattern(3), '-c:v', 'mpeg4', '-g', '10', ...words);
    const parts = readdirSync(folder).filter((part) => isPart.test(part));
    const inOrder = parts.toSorted((a, b) => Number(b.startsWith('init')) - Number(a.startsWith('init')) || (a < b ? -1 : 1));
    writeFileSync(path, Buffer.concat(inOrder.map((part) => readFileSync(join(folder, part)))));
    rmSync(folder, { recursive: true });
  };
  return { name, make, facts };
}

function sound(name: string, seconds: number, { facts, ...rest }: Rest): MediaKind {
  return kind(name, sine(seconds), { ...rest, facts: { seconds: Math.round(seconds), ...facts } });
}

const taken = '-DateTimeOriginal=2026:01:02 15:59:00';
const local = { takenLocal: '2026-01-02T15:59:00' };
const inShanghai = { ...local, zonedAt: '2026-01-02T07:59:00Z' };
const utc = '2026-01-02T07:59:00Z';
const madeAt = (at: string) => ['-metadata', `creation_time=${at}`];
const ofZone = (zone: string) => [taken, `-OffsetTimeOriginal=${zone}`];
const noise = ['-vf', 'noise=alls=100:allf=t,scale=400:300', '-pix_fmt', 'rgb24'];

/** Types that are not read are unknown to the product, which then says that it cannot judge. */
const unknownType = { mediaType: null, size: null, seconds: null, software: '' };

const fixAt = (takenAt: string) => [{ takenLocal: '', takenAt, isByGps: true, timeOf: 'fix' } as const];

/** Files as cameras, phones, recorders and programs write them. */
export const mediaKinds: readonly MediaKind[] = [
  // Times of pictures.
  image('plain.jpg', { tags: [taken], facts: local }),
  image('shanghai.jpg', { tags: ofZone('+08:00'), facts: inShanghai }),
  image('newyork.jpg', { tags: [...ofZone('-05:00'), '-SubSecTimeOriginal=123'], facts: { ...local, zonedAt: '2026-01-02T20:59:00Z' } }),
  // bpatrik/pigallery2#1128: a zone without its zero. RhetTbull/osxphotos#1697: one that is blank.
  image('short-zone.jpg', { tags: [taken, '-OffsetTimeOriginal#=-5:00'], facts: { ...local, zonedAt: '2026-01-02T20:59:00Z' } }),
  image('long-zone.jpg', { tags: [taken, '-OffsetTimeOriginal#=+08:00:00'], facts: inShanghai }),
  image('blank-zone.jpg', { tags: [taken, '-OffsetTimeOriginal#=   :  '], facts: local }),
  image('kathmandu.jpg', { tags: ofZone('+05:45'), facts: { ...local, zonedAt: '2026-01-02T10:14:00Z' } }),
  image('greenwich.jpg', { tags: ofZone('+00:00'), facts: { ...local, zonedAt: '2026-01-02T15:59:00Z' } }),
  // The zone of the modification says nothing of the taking.
  image('offset-modified.jpg', { tags: [taken, '-OffsetTime=+09:00'], facts: local }),
  // exiftool shows the time of the last fix; the product derives the zone of the picture from it, and says that it did.
  image('gps.jpg', {
    tags: [taken, '-GPSDateStamp=2026:01:02', '-GPSTimeStamp=07:58:50'],
    facts: { ...local, zonedAt: '2026-01-02T07:58:50Z' },
    unread: { zonedAt: utc, isZonedByGps: true, otherTimes: fixAt('2026-01-02T07:58:50.000Z') },
  }),
  image('gps-stale.jpg', {
    tags: [taken, '-GPSDateStamp=2026:01:02', '-GPSTimeStamp=07:20:00'],
    facts: { ...local, zonedAt: '2026-01-02T07:20:00Z' },
    unread: { zonedAt: null, otherTimes: fixAt('2026-01-02T07:20:00.000Z') },
  }),
  image('gps-only.jpg', {
    tags: ['-GPSDateStamp=2026:01:02', '-GPSTimeStamp=07:58:50'],
    facts: { zonedAt: '2026-01-02T07:58:50Z' },
    unread: { isZonedByGps: true, timeOf: 'fix' },
  }),
  image('digitized.jpg', {
    tags: ['-CreateDate=2026:01:02 15:59:00', '-OffsetTimeDigitized=+08:00'],
    facts: inShanghai,
    unread: { timeOf: 'digitized' },
  }),
  image('unset.jpg', { tags: ['-DateTimeOriginal#=0000:00:00 00:00:00'], facts: {} }),
  image('modified.jpg', {
    tags: ['-ModifyDate=2026:01:02 15:59:00', '-Software=Adobe Photoshop 25.0 (Windows)'],
    facts: { software: 'Adobe Photoshop 25.0 (Windows)' },
  }),
  image('xmp.jpg', {
    tags: ['-XMP-xmp:CreatorTool=Adobe Photoshop 25.0', '-XMP-exif:DateTimeOriginal=2026:01:02 15:59:00+08:00'],
    facts: { ...inShanghai, software: 'Adobe Photoshop 25.0' },
  }),
  image('xmp-beside-exif.jpg', {
    tags: [taken, '-XMP-xmp:CreatorTool=Adobe Photoshop 25.0'],
    facts: { ...local, software: 'Adobe Photoshop 25.0' },
  }),
  image('rotated.jpg', { tags: [taken, '-Orientation#=6'], facts: local }),
  // Containers of pictures.
  image('plain.png', { facts: {} }),
  image('exif.png', { tags: ofZone('+08:00'), facts: inShanghai }),
  image('software.png', { tags: ['-PNG:Software=GIMP 2.10'], facts: { software: 'GIMP 2.10' } }),
  image('international.png', { tags: ['-PNG:Software-zho=美图秀秀'], facts: { software: '美图秀秀' } }),
  image('late-exif.png', {
    words: noise,
    tags: [...ofZone('+08:00'), '-IFD0:Software=GIMP 2.10'],
    change: exifLast,
    facts: { ...inShanghai, size: '400×300', software: 'GIMP 2.10' },
  }),
  image('exif.webp', { tags: [...ofZone('+08:00'), '-Software=Snapseed 2.0'], facts: { ...inShanghai, software: 'Snapseed 2.0' } }),
  image('large.webp', { words: [...noise, '-lossless', '1'], tags: ofZone('+08:00'), facts: { ...inShanghai, size: '400×300' } }),
  image('picture.avif', {
    tags: [...ofZone('+08:00'), '-Software=17.1'],
    facts: { ...inShanghai, software: '17.1' },
    unread: { size: null },
  }),
  image('scan.tiff', { tags: [taken], facts: { ...local, software: 'Lavc59.37.100' }, unread: { ...unknownType, takenLocal: null } }),
  image('picture.gif', { facts: {}, unread: unknownType }),
  image('picture.bmp', { facts: {}, unread: unknownType }),
  // Films.
  film('utc.mp4', 3, { words: madeAt(utc), facts: { containerAt: utc } }),
  film('local.mp4', 3, { words: madeAt('2026-01-02T15:59:00Z'), facts: { containerAt: '2026-01-02T15:59:00Z' } }),
  film('odd-length.mp4', 2.6, { facts: {} }),
  film('from-1970.mp4', 2, { tags: ['-QuickTime:CreateDate=1970:01:01 08:00:00'], facts: { containerAt: '1970-01-01T08:00:00Z' } }),
  // exiftool and the product take a time that was never set for none.
  film('zero.mp4', 2, { tags: ['-QuickTime:CreateDate=1970:01:01 00:00:00'], facts: {} }),
  // No header states the length of films in fragments.
  ...['frag_keyframe+empty_moov', 'frag_keyframe+empty_moov+default_base_moof', 'frag_keyframe', 'cmaf+frag_keyframe+empty_moov'].map(
    (flags) => film(`${flags}.mp4`, 3, { words: ['-movflags', flags, '-g', '10'], facts: {} }),
  ),
  film('fragments.mov', 3, { words: ['-movflags', 'frag_keyframe+empty_moov', '-g', '10'], facts: {} }),
  segments('dash.mp4', ['-f', 'dash', '-seg_duration', '1'], 'list.mpd', /^init-|^chunk-/),
  segments('hls.mp4', ['-f', 'hls', '-hls_segment_type', 'fmp4', '-hls_time', '1', '-hls_list_size', '0'], 'list.m3u8', /^init|s$/),
  film('rotated.mp4', 3, { tags: ['-Rotation=90'], facts: {} }),
  film('edit-list.mp4', 5, { words: ['-ss', '1.3', '-bf', '2'], facts: { seconds: 4 } }),
  film('local.mov', 3, { words: madeAt('2026-01-02T15:59:00Z'), facts: { containerAt: '2026-01-02T15:59:00Z' } }),
  film('phone.mov', 3, {
    words: ['-metadata', 'com.apple.quicktime.creationdate=2026-01-02T15:59:00+0800', ...madeAt(utc), '-movflags', 'use_metadata_tags'],
    facts: { zonedAt: utc, containerAt: utc },
  }),
  film('keys.mov', 3, { tags: ['-Keys:CreationDate=2026:01:02 15:59:00+08:00'], facts: { zonedAt: utc } }),
  film('user-data.mov', 3, { tags: ['-UserData:ContentCreateDate=2026:01:02 15:59:00+08:00'], facts: { zonedAt: utc } }),
  film('phone.3gp', 3, { words: madeAt(utc), facts: { containerAt: utc } }),
  film('dated.webm', 3, { words: ['-c:v', 'libvpx', ...madeAt(utc)], facts: { mediaType: 'video/webm', containerAt: utc } }),
  film('live.webm', 3, { words: ['-c:v', 'libvpx', '-live', '1'], facts: { mediaType: 'video/webm', seconds: null } }),
  film('dated.mkv', 3, {
    words: madeAt(utc),
    facts: { mediaType: 'video/x-matroska', containerAt: utc },
    unread: { ...unknownType, containerAt: null },
  }),
  // Sounds.
  sound('sound.wav', 3.4, { facts: { mediaType: 'audio/wav' } }),
  sound('switched-off.wav', 3, { words: ['-bitexact'], change: withoutSizes, facts: { mediaType: 'audio/wav' } }),
  sound('recorder.wav', 3, {
    words: ['-write_bext', '1', '-metadata', 'origination_date=2026-01-02', '-metadata', 'origination_time=15:59:00'],
    facts: { mediaType: 'audio/wav', ...local },
  }),
  sound('adpcm.wav', 3, { words: ['-c:a', 'adpcm_ima_wav'], facts: { mediaType: 'audio/wav' } }),
  sound('voice.m4a', 3, { words: madeAt(utc), facts: { mediaType: 'audio/mp4', containerAt: utc } }),
  // Sound in the boxes of films, as recorders of Android and browsers write it.
  sound('voice.mp4', 3, { words: madeAt(utc), facts: { mediaType: 'audio/mp4', containerAt: utc } }),
  // exiftool goes by this brand alone.
  sound('voice-mp42.mp4', 3, { words: ['-brand', 'mp42'], facts: { mediaType: 'video/mp4' }, unread: { mediaType: 'audio/mp4' } }),
  sound('opus.mp4', 3, { words: ['-c:a', 'libopus'], facts: { mediaType: 'audio/mp4' } }),
  // exiftool does not know it.
  sound('sound.mp2', 3, { facts: {}, unread: { seconds: null } }),
  sound('one-rate.mp3', 5, { words: ['-write_xing', '0', '-b:a', '64k'], facts: { mediaType: 'audio/mpeg' } }),
  sound('counted.mp3', 5, { words: ['-q:a', '4'], facts: { mediaType: 'audio/mpeg' } }),
  // ffprobe and exiftool estimate it by the first frames, both wrongly.
  kind('many-rates.mp3', [...sine(3), '-f', 'lavfi', '-i', 'anoisesrc=d=12', '-filter_complex', '[0][1]concat=n=2:v=0:a=1'], {
    words: ['-q:a', '4', '-write_xing', '0'],
    facts: { mediaType: 'audio/mpeg', seconds: expect.any(Number) },
    unread: { seconds: null },
  }),
  sound('sound.flac', 3, { facts: { mediaType: 'audio/flac' }, unread: unknownType }),
  sound('sound.ogg', 3, { words: ['-c:a', 'libvorbis'], facts: { mediaType: 'audio/ogg' }, unread: unknownType }),
  // exiftool does not know it.
  sound('sound.aac', 3, { facts: {}, unread: { seconds: null } }),
];

/** Moves the EXIF of a PNG behind its picture, as the PNG specification permits. */
function exifLast(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 8; at < bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    chunks.push(bytes.subarray(at, end));
    at = end;
  }
  const type = (chunk: Buffer) => chunk.toString('latin1', 4, 8);
  const order = (chunk: Buffer) => ({ eXIf: 1, IEND: 2 })[type(chunk)] ?? 0;
  return Buffer.concat([bytes.subarray(0, 8), ...chunks.toSorted((a, b) => order(a) - order(b))]);
}

/** As a recorder leaves a file that was switched off before it wrote its sizes. */
function withoutSizes(bytes: Buffer): Buffer {
  bytes.writeUInt32LE(0, 4);
  bytes.writeUInt32LE(0, 40);
  return bytes;
}

/** Pictures of telephones, by the encoder of libheif, which keeps EXIF and XMP of the JPEG that it is given. */
export const heifKinds: readonly MediaKind[] = [
  heif('phone.heic', [taken, '-OffsetTimeOriginal=+08:00', '-Orientation#=6'], [], inShanghai),
  heif('without-zone.heic', [taken], [], local),
  heif('program.heic', [taken, '-IFD0:Software=17.1'], [], { ...local, software: '17.1' }),
  // drewnoakes/metadata-extractor#594: what Photos has edited has XMP, too.
  heif('edited.heic', [taken, '-XMP-xmp:CreatorTool=Photos 1.0'], [], { ...local, software: 'Photos 1.0' }),
  heif('thumbnail.heic', [taken, '-OffsetTimeOriginal=+08:00'], ['-t', '32'], inShanghai),
  heif('phone.avif', [taken, '-OffsetTimeOriginal=+08:00'], ['-A'], inShanghai),
  heif('bare.heic', [], [], {}),
  // jdeng/goheif#17, exif-heic-js/exif-heic-js#5: Samsung writes the data before their description.
  heif('data-first.heic', [taken, '-OffsetTimeOriginal=+08:00'], [], inShanghai, dataFirst),
];

function heif(
  name: string,
  tags: readonly string[],
  words: readonly string[],
  facts: Partial<MediaFacts>,
  change?: (bytes: Buffer) => Buffer,
): MediaKind {
  const make = (path: string): void => {
    ffmpeg(`${path}.jpg`, ...pattern(1), '-frames:v', '1');
    if (tags.length > 0) run('exiftool', '-q', '-overwrite_original', ...tags, `${path}.jpg`);
    run('heif-enc', ...words, `${path}.jpg`, '-o', path);
    if (change) writeFileSync(path, change(readFileSync(path)));
  };
  const mediaType = name.endsWith('.avif') ? 'image/avif' : 'image/heic';
  return { name, make, facts: { mediaType, size: '64×48', ...facts }, unread: { size: null } };
}

/** `meta` behind `mdat`; the offsets in `iloc`, of four bytes here, move with the data. */
function dataFirst(bytes: Buffer): Buffer {
  const meta = bytes.indexOf('meta') - 4;
  const data = bytes.indexOf('mdat', meta) - 4;
  const size = bytes.readUInt32BE(meta);
  const head = Buffer.from(bytes.subarray(meta, meta + size));
  const table = head.indexOf('iloc') + 4;
  const items = head.readUInt16BE(table + 6);
  // With numbers of four bytes: id, method (not in version 0), reference, base, one extent.
  const more = head[table] === 0 ? 0 : 2;
  for (let item = 0, at = table + 8; item < items; item += 1, at += 18 + more)
    if (more === 0 || head.readUInt16BE(at + 2) === 0) head.writeUInt32BE(head.readUInt32BE(at + 4 + more) - size, at + 4 + more);
  return Buffer.concat([bytes.subarray(0, meta), bytes.subarray(data), head]);
}

import { editorIn, isCamerasOwn, type Camera } from './picture-programs.ts';
import { photoshopPrograms } from './photoshop-block.ts';

/** What a time in the metadata is the time of: the taking, the digitising by a scanner, the making by a program, or the last GPS fix. */
export type TimeOf = 'taken' | 'digitized' | 'created' | 'fix';

/** A time in the metadata of a picture. */
export interface StatedTime {
  /** The time `yyyy-MM-ddTHH:mm:ss`, or the day alone, in an unnamed zone; empty if absent. */
  readonly takenLocal: string;
  /** Its instant, RFC 3339, where an offset or the GPS clock tells its zone; empty otherwise. */
  readonly takenAt: string;
  readonly timeOf: TimeOf;
  /** The GPS clock alone tells the instant. It is that of the last fix, which may be hours old. */
  readonly isByGps?: true;
}

/** Metadata that a camera or a program wrote into a picture. The time is the one that comes first in `timeOrder`. */
export interface ExifFacts extends StatedTime {
  /** The program that is named (Software of EXIF or of a PNG, CreatorTool of XMP), an editor first; empty if absent. */
  readonly software: string;
  /** The editor of pictures that left a mark, wherever it is in the metadata; empty if there is none. */
  readonly editor: string;
  /** Every program that is named is the camera's own, and nothing was written that cameras do not write. */
  readonly isOfCamera?: true;
  /** The picture, or a part of it, is said to be made by an algorithm. */
  readonly isGenerated?: true;
  /** The day on which it was taken, `yyyy-MM-dd`; empty if no time of the taking is stated. */
  readonly takenOn: string;
  /** The other times that it states. */
  readonly others?: readonly StatedTime[];
}

/**
 * Reads EXIF, XMP, Photoshop's block, comments and the words of a PNG from a JPEG, PNG or WebP. The bytes are untrusted: malformed data
 * counts as absent. Sources: CIPA DC-008; XMP, part 3; PNG, 11.3.3; RFC 9649, 2.7.1.
 */
export function readExif(bytes: Uint8Array): ExifFacts {
  return factsOf([...partsOf(bytes)]);
}

/** Reads the same from the parts themselves: the TIFF structure of EXIF, the packet of XMP. */
export function readExifParts({ exif, xmp }: { readonly exif?: Uint8Array; readonly xmp?: Uint8Array }): ExifFacts {
  return factsOf([...(exif ? [{ kind: 'exif', data: exif } as const] : []), ...(xmp ? [{ kind: 'xmp', data: xmp } as const] : [])]);
}

function factsOf(parts: readonly Part[]): ExifFacts {
  const of = (kind: Part['kind']) => parts.filter((part) => part.kind === kind).map(({ data }) => data);
  const exifs = of('exif').map(readTiff);
  const xmps = of('xmp').map(readXmp);
  const blocks = of('photoshop');
  const comments = of('comment').map(textOf);
  const camera = exifs[0]?.camera ?? { make: '', model: '' };
  const programs = [...exifs, ...xmps].flatMap((read) => read.programs);
  const named = [...programs, ...of('software').map(textOf), ...blocks.flatMap(photoshopPrograms)].filter(Boolean);
  const editor =
    [...named, ...comments.filter(namesProgram), ...xmps.map((xmp) => xmp.settingsOf)].find((name) => editorIn(name, camera)) ?? '';
  const isOfCamera =
    editor === '' &&
    named.length > 0 &&
    named.every((name) => isCamerasOwn(name, camera)) &&
    blocks.length + comments.length === 0 &&
    !xmps.some((xmp) => xmp.isWorkedOn);
  const stated = [...exifs, ...xmps].flatMap((read) => read.times).filter((time) => time.takenLocal || time.takenAt);
  const [time = noTime, ...later] = stated.sort((a, b) => timeOrder.indexOf(a.timeOf) - timeOrder.indexOf(b.timeOf));
  const others = later.filter(({ takenLocal, takenAt }) => takenLocal !== time.takenLocal || takenAt !== time.takenAt);
  return {
    software: editor || named[0] || '',
    editor,
    ...(isOfCamera && { isOfCamera: true }),
    ...(xmps.some((xmp) => xmp.isGenerated) && { isGenerated: true }),
    takenOn: time.timeOf === 'taken' ? time.takenLocal.slice(0, 10) : '',
    ...time,
    ...(others.length > 0 && { others }),
  };
}

/** People write comments, too. */
function namesProgram(comment: string): boolean {
  return /^(?:created|edited|made|saved|generated|processed) (?:with|by|in|using) /i.test(comment);
}

const timeOrder: readonly TimeOf[] = ['taken', 'digitized', 'created', 'fix'];

const noTime: StatedTime = { takenLocal: '', takenAt: '', timeOf: 'taken' };

interface Tiff {
  readonly programs: readonly string[];
  readonly camera: Camera;
  readonly times: readonly StatedTime[];
}

function readTiff(tiff: Uint8Array): Tiff {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const little = ascii(tiff, 0, 2) === 'II';
  if (tiff.byteLength < 8 || (!little && ascii(tiff, 0, 2) !== 'MM')) return { programs: [], camera: { make: '', model: '' }, times: [] };
  const root = directory(view, view.getUint32(4, little), little);
  const pointer = root.get(0x8769);
  const details = pointer === undefined ? root : directory(view, view.getUint32(pointer + 8, little), little);
  const text = (tag: number, entries = details) => textAt(tiff, view, entries.get(tag), little);
  // Each time has an offset of its own; that of DateTime (0x9010) is the offset of the last change.
  const [taken, digitized] = [localTime(text(0x9003)), localTime(text(0x9004))];
  const gps = gpsTime(tiff, view, root.get(0x8825), little);
  const time = (local: string, offset: number, timeOf: TimeOf): StatedTime => ({
    takenLocal: local,
    ...instantOf(local, zoneOf(text(offset)), gps),
    timeOf,
  });
  return {
    // Software, ProcessingSoftware.
    programs: [text(0x0131, root), text(0x000b, root)],
    camera: { make: text(0x010f, root), model: text(0x0110, root) },
    times: [
      ...(taken ? [time(taken, 0x9011, 'taken')] : []),
      ...(digitized ? [time(digitized, 0x9012, 'digitized')] : []),
      { takenLocal: '', ...instantOf('', '', gps), timeOf: 'fix' },
    ],
  };
}

/** `-05:00`, as `-5:00` and `-05:00:00` too; empty for what is no zone, such as blanks around a colon. */
function zoneOf(text: string): string {
  const [, sign = '', hours = '', minutes = ''] = /^([+-])(\d{1,2}):(\d{2})(?::00)?$/.exec(text) ?? [];
  return sign && `${sign}${hours.padStart(2, '0')}:${minutes}`;
}

/** Cameras whose clock was never set write zeros. */
function localTime(text: string): string {
  const taken = /^(\d{4})[:-](\d{2})[:-](\d{2})(?:[ T](\d{2}:\d{2})(:\d{2})?)?/.exec(text);
  if (!taken) return '';
  const day = `${taken[1]}-${taken[2]}-${taken[3]}`;
  const local = taken[4] === undefined ? day : `${day}T${taken[4]}${taken[5] ?? ':00'}`;
  return Number.isNaN(Date.parse(taken[4] === undefined ? day : `${local}Z`)) ? '' : local;
}

interface Xmp {
  readonly programs: readonly string[];
  /** The program whose settings were applied; empty if there is none. */
  readonly settingsOf: string;
  /** Something changed the picture, or settings to change it are there. */
  readonly isWorkedOn: boolean;
  readonly isGenerated: boolean;
  readonly times: readonly StatedTime[];
}

/**
 * Properties are written as attributes or as elements, and times with or without a zone. Sources: XMP, part 1, 7; part 2; IPTC Photo
 * Metadata Standard, *Digital Source Type*.
 */
function readXmp(bytes: Uint8Array): Xmp {
  const packet = new TextDecoder().decode(bytes.subarray(0, maxPacketBytes));
  const values = (name: string) =>
    [...packet.matchAll(new RegExp(`${name}(?:\\s*=\\s*["']|>)([^"'<]{1,64})`, 'g'))].map(([, value = '']) => value.trim());
  const time = (name: string, timeOf: TimeOf): StatedTime[] => {
    const written = values(name).find((value) => localTime(value));
    if (written === undefined) return [];
    const zone = /T.*(Z|[+-]\d{2}:\d{2})$/.exec(written)?.[1] ?? '';
    return [{ takenLocal: localTime(written), ...instantOf(localTime(written), zone, Number.NaN), timeOf }];
  };
  return {
    // The history of a file that a camera made names the editors that saved it since.
    programs: [...values('xmp:CreatorTool'), ...values('stEvt:softwareAgent')],
    settingsOf: values('crs:HasSettings').some((value) => /^true$/i.test(value)) ? 'Camera Raw' : '',
    isWorkedOn: /stEvt:|xmpMM:(?:History|DerivedFrom)|crs:|DigitalSourceType/i.test(packet),
    isGenerated: /DigitalSourceType[^]{0,120}?trainedAlgorithmicMedia/i.test(packet),
    times: [
      ...time('exif:DateTimeOriginal', 'taken'),
      ...time('exif:DateTimeDigitized', 'digitized'),
      ...time('photoshop:DateCreated', 'created'),
      ...time('xmp:CreateDate', 'created'),
    ],
  };
}

const maxPacketBytes = 1_048_576;

/** At most 64 characters, as of EXIF. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, 64)).trim();
}

/** The GPS clock tells the zone only where it stands a zone's offset from the local time; a fix may be hours old. */
function instantOf(local: string, offset: string, gps: number): Pick<ExifFacts, 'takenAt' | 'isByGps'> {
  const byGps = (ms: number) => (Number.isNaN(ms) ? { takenAt: '' } : { takenAt: isoOf(ms), isByGps: true as const });
  if (local === '') return byGps(gps);
  if (!local.includes('T')) return { takenAt: '' };
  const written = Date.parse(`${local}Z`);
  const zoned = offset === '' ? Number.NaN : Date.parse(`${local}${offset}`);
  if (!Number.isNaN(zoned)) return { takenAt: isoOf(zoned) };
  const zone = Math.round((written - gps) / quarterMs) * quarterMs;
  return byGps(Math.abs(written - gps - zone) <= driftMs && isZone(zone / quarterMs) ? written - zone : Number.NaN);
}

/** Whether clocks anywhere stand so many quarters of an hour from UTC. Source: the time zone database of IANA, 2026. */
function isZone(quarters: number): boolean {
  return (quarters % 4 === 0 && quarters >= -48 && quarters <= 56) || oddZones.has(quarters);
}
const oddZones: ReadonlySet<number> = new Set([-38, -14, -10, 14, 18, 22, 23, 26, 35, 38, 42, 51, 55]);

const quarterMs = 900_000;
const driftMs = 120_000;

function isoOf(ms: number): string {
  const at = new Date(ms);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}

/** GPSDateStamp and GPSTimeStamp, in UTC; NaN if absent. Source: CIPA DC-008, 4.6.6. */
function gpsTime(tiff: Uint8Array, view: DataView, pointer: number | undefined, little: boolean): number {
  if (pointer === undefined) return Number.NaN;
  const entries = directory(view, view.getUint32(pointer + 8, little), little);
  const date = /^(\d{4})[:-](\d{2})[:-](\d{2})$/.exec(textAt(tiff, view, entries.get(0x1d), little));
  const time = entries.get(0x07);
  if (!date || time === undefined || view.getUint16(time + 2, little) !== 5 || view.getUint32(time + 4, little) !== 3) return Number.NaN;
  const start = view.getUint32(time + 8, little);
  if (start + 24 > view.byteLength) return Number.NaN;
  const [hours = 0, minutes = 0, seconds = 0] = [0, 8, 16].map(
    (at) => view.getUint32(start + at, little) / view.getUint32(start + at + 4, little),
  );
  return Date.parse(`${date[1]}-${date[2]}-${date[3]}T00:00:00Z`) + (hours * 3600 + minutes * 60 + seconds) * 1000;
}

interface Part {
  readonly kind: 'exif' | 'xmp' | 'software' | 'photoshop' | 'comment';
  readonly data: Uint8Array;
}

function* partsOf(bytes: Uint8Array): Generator<Part> {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) yield* partsOfJpeg(bytes);
  if (ascii(bytes, 1, 3) === 'PNG') yield* partsOfPng(bytes);
  if (ascii(bytes, 8, 4) === 'WEBP')
    for (const { name, data } of chunksOf(bytes, 12, { big: false, sizeFirst: false })) {
      if (name === 'EXIF') yield { kind: 'exif', data: withoutPrefix(data) };
      if (name === 'XMP ') yield { kind: 'xmp', data };
    }
}

function* partsOfJpeg(bytes: Uint8Array): Generator<Part> {
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    if (marker === 0xda || length < 2) return;
    const data = bytes.subarray(at + 4, at + 2 + length);
    if (marker === 0xe1 && ascii(data, 0, 6) === exifPrefix) yield { kind: 'exif', data: data.subarray(6) };
    if (marker === 0xe1 && ascii(data, 0, xmpPrefix.length) === xmpPrefix) yield { kind: 'xmp', data: data.subarray(xmpPrefix.length) };
    if (marker === 0xed && ascii(data, 0, photoshopPrefix.length) === photoshopPrefix)
      yield { kind: 'photoshop', data: data.subarray(photoshopPrefix.length) };
    if (marker === 0xfe) yield { kind: 'comment', data };
    at += 2 + length;
  }
}

const exifPrefix = 'Exif\0\0';
const xmpPrefix = 'http://ns.adobe.com/xap/1.0/\0';
const photoshopPrefix = 'Photoshop 3.0\0';

/** A text has its keyword first; one that is international has compression, language and translated keyword between. */
function* partsOfPng(bytes: Uint8Array): Generator<Part> {
  for (const { name, data } of chunksOf(bytes, 8, { big: true, sizeFirst: true })) {
    if (name === 'eXIf') yield { kind: 'exif', data: withoutPrefix(data) };
    if (name !== 'tEXt' && name !== 'iTXt') continue;
    const word = data.indexOf(0);
    const kind = ({ Software: 'software', Comment: 'comment', 'XML:com.adobe.xmp': 'xmp' } as const)[ascii(data, 0, Math.min(word, 80))];
    if (!kind || (name === 'iTXt' && data[word + 1] !== 0)) continue;
    const language = name === 'iTXt' ? data.indexOf(0, word + 3) : word;
    yield { kind, data: data.subarray((name === 'iTXt' ? data.indexOf(0, language + 1) : language) + 1) };
  }
}

function withoutPrefix(data: Uint8Array): Uint8Array {
  return ascii(data, 0, 6) === exifPrefix ? data.subarray(6) : data;
}

/** PNG stores the size before the name and a CRC after the data. WebP stores the name first and pads data to an even size. */
function* chunksOf(bytes: Uint8Array, start: number, { big, sizeFirst }: { big: boolean; sizeFirst: boolean }) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = start; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + (sizeFirst ? 0 : 4), !big);
    yield { name: ascii(bytes, at + (sizeFirst ? 4 : 0), 4), data: bytes.subarray(at + 8, at + 8 + size) };
    at += 8 + size + (sizeFirst ? 4 : size % 2);
  }
}

/** Offset of the directory entry of each tag. */
function directory(view: DataView, at: number, little: boolean): Map<number, number> {
  const entries = new Map<number, number>();
  if (at + 2 > view.byteLength) return entries;
  const count = view.getUint16(at, little);
  for (let entry = 0; entry < count; entry += 1) {
    const place = at + 2 + entry * 12;
    if (place + 12 > view.byteLength) break;
    entries.set(view.getUint16(place, little), place);
  }
  return entries;
}

/** Reads at most 64 characters of a text. A value of up to four bytes is stored in the entry itself. */
function textAt(tiff: Uint8Array, view: DataView, entry: number | undefined, little: boolean): string {
  if (entry === undefined || view.getUint16(entry + 2, little) !== 2) return '';
  const length = view.getUint32(entry + 4, little);
  const start = length <= 4 ? entry + 8 : view.getUint32(entry + 8, little);
  if (start + length > tiff.byteLength) return '';
  const text = new TextDecoder().decode(tiff.subarray(start, start + Math.min(length, 64)));
  return (text.split('\0')[0] ?? '').trim();
}

function ascii(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

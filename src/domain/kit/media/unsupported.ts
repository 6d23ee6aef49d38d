import { latin1 } from '../bytes/bytes.ts';
import { pictureFormat, typeBrands } from './iso-brands.ts';
import { beginsOtherLayer, behindTagsIn } from './mp3.ts';
import { isMotionJpeg } from './motion-jpeg.ts';
import { placeOfWord } from './places.ts';
import { documentType, webmTracks } from './webm.ts';

/** A format that is recognised and no recording may have. */
export interface UnsupportedFormat {
  readonly name: string;
  /** The accepted format that holds the same content. */
  readonly instead: 'JPEG' | 'MP4' | 'M4A';
}

/** Recognises common formats of phones and recorders that are not accepted, by the first bytes of a file. Sources: at each. */
export function unsupportedFormat(opening: Uint8Array): UnsupportedFormat | null {
  // Programs put the tags of an MP3 before other formats too.
  const head = opening.subarray(behindTagsIn(opening));
  if (isMotionJpeg(head)) return { name: 'Motion JPEG', instead: 'MP4' };
  const picture = pictureFormat(typeBrands(head));
  if (picture) return { name: picture, instead: 'JPEG' };
  // RFC 9559, 4: other document types than `webm`.
  if (documentType(head) === 'matroska') return { name: 'Matroska', instead: webmTracks(head) === 'sound' ? 'M4A' : 'MP4' };
  const found = openings.find(({ words }) => words.every(([at, word]) => latin1(head, at, at + word.length) === word));
  if (found?.name === 'Ogg' && oggFilms.some((word) => placeOfWord(head, word) >= 0)) return { name: 'Ogg', instead: 'MP4' };
  // Advanced Systems Format, 10.1: the kinds of streams.
  if (found?.name === 'WMV' && placeOfWord(head, asfSound) >= 0 && placeOfWord(head, asfFilm) < 0) return { name: 'WMA', instead: 'M4A' };
  if (found) return found;
  // ISO/IEC 13818-7, 6.2: a sync word of twelve ones, then layer 0, which no MPEG audio frame has.
  if (head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0) return { name: 'AAC (ADTS)', instead: 'M4A' };
  if (beginsOtherLayer(head)) return { name: 'MP2', instead: 'M4A' };
  // ISO/IEC 13818-1, 2.4.3: packets of 188 bytes, each with a sync byte; M2TS has four bytes before each.
  const isTransport = [188, 192].some((size) => [0, 1, 2].every((packet) => head[packet * size + size - 188] === 0x47));
  return isTransport ? { name: 'MPEG-TS', instead: 'MP4' } : null;
}

/** First packets of Theora, Dirac and OGM films; the first page of each stream is at the beginning. Source: RFC 3533, 4; Theora, 6.2. */
const oggFilms = ['\x80theora', 'BBCD\0', '\x01video'];

const asfSound = '\x40\x9e\x69\xf8\x4d\x5b\xcf\x11\xa8\xfd\x00\x80\x5f\x5c\x44\x2b';
const asfFilm = '\xc0\xef\x19\xbc\x4d\x5b\xcf\x11\xa8\xfd\x00\x80\x5f\x5c\x44\x2b';

const openings: readonly (UnsupportedFormat & { readonly words: readonly (readonly [at: number, word: string])[] })[] = [
  // RFC 4867, 5: AMR and AMR-WB, also of several channels.
  { name: 'AMR', instead: 'M4A', words: [[0, '#!AMR']] },
  // RFC 3533, 6.
  { name: 'Ogg', instead: 'M4A', words: [[0, 'OggS']] },
  { name: 'FLAC', instead: 'M4A', words: [[0, 'fLaC']] },
  {
    name: 'AIFF',
    instead: 'M4A',
    words: [
      [0, 'FORM'],
      [8, 'AIF'],
    ],
  },
  { name: 'CAF', instead: 'M4A', words: [[0, 'caff']] },
  { name: 'AAC (ADIF)', instead: 'M4A', words: [[0, 'ADIF']] },
  {
    name: 'AVI',
    instead: 'MP4',
    words: [
      [0, 'RIFF'],
      [8, 'AVI '],
    ],
  },
  {
    name: 'WebP',
    instead: 'JPEG',
    words: [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
  },
  { name: 'FLV', instead: 'M4A', words: [[0, 'FLV\x01\x04']] },
  { name: 'FLV', instead: 'MP4', words: [[0, 'FLV\x01']] },
  { name: 'WMV', instead: 'MP4', words: [[0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11']] },
  { name: 'RealMedia', instead: 'MP4', words: [[0, '.RMF']] },
  { name: 'MPEG-PS', instead: 'MP4', words: [[0, '\0\0\x01\xba']] },
  // SMPTE ST 377-1, 7.1: the key of a header partition.
  { name: 'MXF', instead: 'MP4', words: [[0, '\x06\x0e\x2b\x34\x02\x05\x01\x01\x0d\x01\x02\x01\x01\x02']] },
  { name: 'JPEG 2000', instead: 'JPEG', words: [[4, 'jP  \r\n\x87\n']] },
  { name: 'JPEG XL', instead: 'JPEG', words: [[4, 'JXL \r\n\x87\n']] },
  { name: 'GIF', instead: 'JPEG', words: [[0, 'GIF8']] },
  { name: 'TIFF', instead: 'JPEG', words: [[0, 'II*\0']] },
  { name: 'TIFF', instead: 'JPEG', words: [[0, 'MM\0*']] },
  {
    name: 'BMP',
    instead: 'JPEG',
    words: [
      [0, 'BM'],
      [6, '\0\0\0\0'],
    ],
  },
];

import { crc32 } from 'node:zlib';

/** What a package declares about itself. */
export interface TinyApk {
  readonly packageName: string;
  readonly versionName: string;
  readonly versionCode: number;
}

/** A real Android package of less than a kilobyte: a zip with a binary manifest and no code. */
export function tinyApk(facts: TinyApk): Buffer {
  return storedZip([{ name: 'AndroidManifest.xml', content: binaryManifest(facts) }]);
}

/** A manifest of one element, `<manifest android:versionCode android:versionName package>`, as aapt would compile it. */
export function binaryManifest({ packageName, versionName, versionCode }: TinyApk): Buffer {
  const namespace = 'http://schemas.android.com/apk/res/android';
  // The attributes' names come first, because the resource map below refers to them by index.
  const texts = ['versionCode', 'versionName', 'package', 'manifest', 'android', namespace, packageName, versionName];
  const place = (text: string) => texts.indexOf(text);
  const node = [1, none]; // line number, no comment
  const attributes = [
    [place(namespace), place('versionCode'), none, typed(0x10), versionCode],
    [place(namespace), place('versionName'), texts.length - 1, typed(0x03), texts.length - 1],
    [none, place('package'), texts.length - 2, typed(0x03), texts.length - 2],
  ];
  const scope = [place('android'), place(namespace)];
  const body = Buffer.concat([
    stringPool(texts),
    chunk(0x0180, 8, words([0x0101021b, 0x0101021c])),
    chunk(0x0100, 16, words([...node, ...scope])),
    chunk(
      0x0102,
      16,
      Buffer.concat([words([...node, none, place('manifest')]), halves([20, 20, attributes.length, 0, 0, 0]), words(attributes.flat())]),
    ),
    chunk(0x0103, 16, words([...node, none, place('manifest')])),
    chunk(0x0101, 16, words([...node, ...scope])),
  ]);
  return chunk(0x0003, 8, body);
}

const none = 0xffffffff;

/** Size and type of a typed value, as the 32-bit word before its data. */
function typed(type: number): number {
  return (type << 24) | 8;
}

function stringPool(texts: readonly string[]): Buffer {
  const items = texts.map((text) => Buffer.concat([halves([text.length]), Buffer.from(`${text}\0`, 'utf16le')]));
  const offsets = items.map((_, at) => items.slice(0, at).reduce((sum, item) => sum + item.length, 0));
  const content = Buffer.concat(items);
  const padding = Buffer.alloc((4 - (content.length % 4)) % 4);
  return chunk(0x0001, 28, Buffer.concat([words([texts.length, 0, 0, 28 + 4 * texts.length, 0, ...offsets]), content, padding]));
}

/** The header of every chunk: type, header length, total length. */
function chunk(type: number, headerBytes: number, rest: Buffer): Buffer {
  return Buffer.concat([halves([type, headerBytes]), words([8 + rest.length]), rest]);
}

function words(values: readonly number[]): Buffer {
  return Buffer.from(Uint32Array.from(values).buffer);
}

function halves(values: readonly number[]): Buffer {
  return Buffer.from(Uint16Array.from(values).buffer);
}

/** A file of a zip. Its headers state the true values unless other ones are given. */
export interface ZipFile {
  readonly name: string;
  readonly content: Buffer;
  readonly method?: number;
  readonly flags?: number;
  readonly sizeBytes?: number;
  readonly crc?: number;
}

/** A zip of uncompressed files. All times are the format's first moment, so that equal contents make equal bytes. */
export function storedZip(files: readonly ZipFile[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, method = 0, flags = 0, sizeBytes = content.length, crc = crc32(content) } of files) {
    const nameBytes = Buffer.from(name);
    const shared = Buffer.concat([
      halves([20, flags, method, 0, 0x21]),
      words([crc, content.length, sizeBytes]),
      halves([nameBytes.length, 0]),
    ]);
    const local = Buffer.concat([words([0x04034b50]), shared, nameBytes, content]);
    directory.push(Buffer.concat([words([0x02014b50]), halves([20]), shared, halves([0, 0, 0]), words([0, offset]), nameBytes]));
    locals.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.concat([words([0x06054b50]), halves([0, 0, files.length, files.length]), words([list.length, offset]), halves([0])]);
  return Buffer.concat([...locals, list, end]);
}

import { ApkFault } from './apk-fault.ts';
import { stringPool, type StringPool } from './string-pool.ts';

/** The facts that an Android package declares. */
export interface ApkFacts {
  readonly packageName: string;
  /** Empty if the manifest refers to the package's resources, which are not read. */
  readonly versionName: string;
  /** 0 to 2^32 - 1. */
  readonly versionCode: number;
}

/**
 * Reads the root element of a binary AndroidManifest.xml. The bytes are hostile: every length is checked before it is used.
 * @throws ApkFault. Source: AOSP, frameworks/base/libs/androidfw/include/androidfw/ResourceTypes.h.
 */
export function readManifest(bytes: Buffer): ApkFacts {
  try {
    return factsOf(readRoot(bytes));
  } catch (error) {
    // A read past the end means that a declared length was wrong.
    if (error instanceof RangeError) throw notBinary();
    throw error;
  }
}

interface Root {
  readonly name: string;
  readonly pool: StringPool;
  /** Keyed by resource id for Android's own attributes, by name for those without a namespace. */
  readonly attributes: ReadonlyMap<number | string, Value>;
}
interface Value {
  readonly type: number;
  readonly data: number;
}

/**
 * Reads as Android does, because hardened packages are made to mislead other readers: the type of the document is not checked, its chunks
 * begin behind its header whatever its size, bytes behind the document are ignored, and only the string pool and the resource ids before
 * the first node count. Source: AOSP, ResourceTypes.cpp, ResXMLTree::setTo.
 */
function readRoot(bytes: Buffer): Root {
  const [start, end] = [bytes.readUInt16LE(2), bytes.readUInt32LE(4)];
  if (start < 8 || start > end || end > bytes.length) throw notBinary();
  let pool: StringPool | null = null;
  let resourceIds: readonly number[] = [];
  let isInNodes = false;
  for (let at = start; at + 8 <= end; ) {
    const [type, headerBytes, sizeBytes] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2), bytes.readUInt32LE(at + 4)];
    if (headerBytes < 8 || sizeBytes < headerBytes || at + sizeBytes > end) throw notBinary();
    const part = bytes.subarray(at, at + sizeBytes);
    if (type === chunk.element) return readElement(part, headerBytes, pool ?? fail(), resourceIds);
    isInNodes ||= type >= chunk.firstNode && type <= chunk.lastNode;
    if (!isInNodes && type === chunk.strings) pool = stringPool(part);
    else if (!isInNodes && type === chunk.resourceIds)
      resourceIds = Array.from({ length: Math.floor((sizeBytes - headerBytes) / 4) }, (_, index) =>
        part.readUInt32LE(headerBytes + 4 * index),
      );
    at += sizeBytes;
  }
  throw notBinary();
}

const chunk = { strings: 0x0001, firstNode: 0x0100, element: 0x0102, lastNode: 0x017f, resourceIds: 0x0180 } as const;

function readElement(part: Buffer, headerBytes: number, pool: StringPool, resourceIds: readonly number[]): Root {
  const [name, start, attributeBytes, count] = [
    part.readUInt32LE(headerBytes + 4),
    part.readUInt16LE(headerBytes + 8),
    part.readUInt16LE(headerBytes + 10),
    part.readUInt16LE(headerBytes + 12),
  ];
  if (attributeBytes < 20) throw notBinary();
  const attributes = new Map<number | string, Value>();
  for (let index = 0; index < count; index += 1) {
    const at = headerBytes + start + index * attributeBytes;
    const [namespace, nameIndex] = [part.readUInt32LE(at), part.readUInt32LE(at + 4)];
    const key = namespace === none ? nameAt(pool, nameIndex) : resourceIds[nameIndex];
    if (key === undefined) continue;
    if (attributes.has(key)) throw notBinary();
    attributes.set(key, { type: part.readUInt8(at + 15), data: part.readUInt32LE(at + 16) });
  }
  return { name: pool.at(name), pool, attributes };
}

/** Undefined for an attribute without a readable name, which Android ignores. */
function nameAt(pool: StringPool, index: number): string | undefined {
  try {
    return pool.at(index);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const none = 0xffffffff;

function factsOf({ name, pool, attributes }: Root): ApkFacts {
  if (name !== 'manifest') throw notBinary();
  const textOf = (value: Value | undefined): string => (value?.type === valueType.text ? pool.at(value.data) : '');
  const packageName = textOf(attributes.get('package'));
  if (packageName.length > 255 || !/^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/.test(packageName)) throw new ApkFault('未写明包名');
  const code = attributes.get(attribute.versionCode);
  if (!code || (code.type !== valueType.decimal && code.type !== valueType.hexadecimal)) throw new ApkFault('未写明版本代码');
  const versionName = textOf(attributes.get(attribute.versionName)).trim();
  if (versionName.length > 100 || /\p{C}/u.test(versionName)) throw new ApkFault('版本号无法识别');
  return { packageName, versionName, versionCode: code.data };
}

const attribute = { versionCode: 0x0101021b, versionName: 0x0101021c } as const;
const valueType = { text: 0x03, decimal: 0x10, hexadecimal: 0x11 } as const;

function fail(): never {
  throw notBinary();
}

function notBinary(): ApkFault {
  return new ApkFault('AndroidManifest.xml 无法识别');
}

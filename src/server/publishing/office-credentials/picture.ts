import { limits } from '../../../domain/business/codes/limits.ts';
import { BusyError } from '../../custody/drawing/threads.ts';
import { shrinkPictureInThread } from '../../custody/drawing/drawing-pool.ts';
import { refuse, type Refusal } from '../../platform/http/refusal.ts';
import type { IncomingFile } from '../../platform/http/upload.ts';
import { sniffImageOfAnySize, type SniffedImage } from '../../../domain/kit/media/image.ts';

/**
 * Converts an uploaded picture to the stored form: a re-encoded JPEG of bounded size. Stores nothing, and never decodes a picture with too
 * many pixels. @throws Refusal if it is not a picture, or too large.
 */
export async function readCredentialPicture(file: IncomingFile): Promise<Buffer> {
  const bytes = await readBounded(file);
  const image = sniffImageOfAnySize(bytes);
  if (!image) throw refused('资质图片应为JPEG、PNG或WebP格式');
  if (image.width * image.height > limits.credentialUploadPixels) throw refused('资质图片的像素过大，最多2500万像素');
  if (!hasEnd(bytes, image)) throw refused(broken);
  try {
    return await shrinkPictureInThread(bytes, { maxSide, maxBytes: limits.credentialPictureBytes });
  } catch (error) {
    if (error instanceof BusyError) throw error;
    throw refused(broken);
  }
}

async function readBounded(file: IncomingFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file.bytes()) {
    size += chunk.length;
    if (size > limits.credentialUploadBytes) throw refused('资质图片不能超过8MB');
    chunks.push(chunk);
  }
  if (size === 0) throw refused('请选择资质图片');
  return Buffer.concat(chunks);
}

/** Whether a picture is complete. Decoders render a truncated picture with a grey rest. The RIFF size of a WebP was already checked. */
function hasEnd(bytes: Buffer, { mediaType }: SniffedImage): boolean {
  if (mediaType === 'image/png') return bytes.includes('IEND', bytes.length - maxTrailer, 'latin1');
  // ITU T.81, B.1.1.2: neither marker can occur within a scan.
  return mediaType !== 'image/jpeg' || bytes.lastIndexOf('ffd9', undefined, 'hex') > bytes.lastIndexOf('ffda', undefined, 'hex');
}

function refused(message: string): Refusal {
  return refuse(message, { file: message });
}

const broken = '资质图片无法识别，文件可能已损坏';
/** Bytes that some programs append after the end. */
const maxTrailer = 65_536;
/** Enough to read a sheet of A4. */
const maxSide = 1600;

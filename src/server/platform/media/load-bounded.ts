import { loadImage, type Image } from '@napi-rs/canvas';
import { hasFewScans, isDecodable, sniffImageOfAnySize } from '../../../domain/kit/media/image.ts';

/**
 * Decodes a picture within the limits of area and of scans. Every picture is decoded by this function, also our own.
 * @throws RangeError before any decoding if it is not within them.
 */
export async function loadBounded(bytes: Buffer): Promise<Image> {
  const size = sniffImageOfAnySize(bytes);
  if (!size || !isDecodable(size)) throw new RangeError('not a JPEG, PNG or WebP picture, or one of too many pixels');
  if (!hasFewScans(bytes, size)) throw new RangeError('a JPEG picture of too many scans');
  return loadImage(bytes);
}

import { createCanvas, loadImage } from '@napi-rs/canvas';

export interface ShrinkLimits {
  /** The longer side, in pixels. */
  readonly maxSide: number;
  readonly maxBytes: number;
}

/**
 * Draws a picture anew as a JPEG of at most so many pixels and bytes, on white: nothing of the given bytes is in it but what is seen.
 * @throws when the bytes cannot be decoded.
 */
export async function shrinkPicture(bytes: Buffer, { maxSide, maxBytes }: ShrinkLimits): Promise<Buffer> {
  const image = await loadImage(bytes);
  for (let side = Math.min(maxSide, Math.max(image.width, image.height)); ; side *= 0.8) {
    const scale = side / Math.max(image.width, image.height);
    const canvas = createCanvas(Math.max(1, Math.round(image.width * scale)), Math.max(1, Math.round(image.height * scale)));
    const pen = canvas.getContext('2d');
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    for (const quality of [85, 70, 55]) {
      const jpeg = await canvas.encode('jpeg', quality);
      if (jpeg.length <= maxBytes) return jpeg;
    }
  }
}

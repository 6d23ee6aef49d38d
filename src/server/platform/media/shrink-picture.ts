import { createCanvas } from '@napi-rs/canvas';
import { loadBounded } from './load-bounded.ts';

export interface ShrinkLimits {
  /** Limit of the longer side, in pixels. */
  readonly maxSide: number;
  readonly maxBytes: number;
}

/**
 * Redraws a picture on white as a JPEG within the limits. The result carries nothing of the given bytes but what is visible.
 * @throws if the bytes cannot be decoded.
 */
export async function shrinkPicture(bytes: Buffer, { maxSide, maxBytes }: ShrinkLimits): Promise<Buffer> {
  const image = await loadBounded(bytes);
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

import { expect, it } from 'vitest';
import { bytesInMemory } from './byte-source.ts';
import { isMotionJpeg } from './motion-jpeg.ts';
import { readRecording } from './recording.ts';
import { unsupportedFormat } from './unsupported.ts';

const segment = (marker: number, content: number[]) => [0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, ...content];
const letters = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
/** A picture with a scan that has stuffed bytes and restart markers. */
function jpeg(width: number, ...before: number[][]): number[] {
  const frame = segment(0xc0, [8, 0, 48, width >> 8, width & 255, 1, 1, 0x11, 0]);
  return [0xff, 0xd8, ...before.flat(), ...frame, ...segment(0xda, [1, 1, 0, 0, 63, 0]), 1, 0xff, 0, 2, 0xff, 0xd3, 3, 0xff, 0xd9];
}
const announced = segment(0xe2, letters('MPF\0II*\0'));

// jcjgraf: vimiv-qt#685, cosmic-utils/cosmic-ext-camera#27, VincentWei/MiniGUI#10: each frame is a complete JPEG.
it.each([
  ['two frames', [...jpeg(64), ...jpeg(64)]],
  ['frames with their mark', Array.from({ length: 9 }, () => jpeg(64, segment(0xe0, letters('AVI1\0')))).flat()],
])('%s in a row are a film, and no picture', async (_name, bytes) => {
  expect(isMotionJpeg(Uint8Array.from(bytes))).toBe(true);
  expect(await readRecording(bytesInMemory(Uint8Array.from(bytes)))).toBeNull();
  expect(unsupportedFormat(Uint8Array.from(bytes))).toEqual({ name: 'Motion JPEG', instead: 'MP4' });
});

// python-pillow/Pillow#1198: pictures that a camera writes behind the first.
it.each([
  ['one picture', jpeg(64)],
  ['a picture with a thumbnail in its metadata', jpeg(64, segment(0xe1, [...letters('Exif\0\0'), ...jpeg(64)]))],
  ['a gain map behind it, of another size', [...jpeg(64), ...jpeg(16)]],
  ['pictures that it announces', [...jpeg(64, announced), ...jpeg(64)]],
  ['a film behind it', [...jpeg(64), 0, 0, 0, 8, ...letters('ftyp')]],
  ['other bytes behind it', [...jpeg(64), 0, 0, 0]],
  ['a picture whose end is not there', jpeg(64).slice(0, -2)],
])('%s is a picture', async (_name, bytes) => {
  expect(isMotionJpeg(Uint8Array.from(bytes))).toBe(false);
  expect((await readRecording(bytesInMemory(Uint8Array.from(bytes))))?.mediaType).toBe('image/jpeg');
});

it('reads any bytes without a fault', () => {
  for (let length = 0; length < jpeg(64).length; length += 1) expect(isMotionJpeg(Uint8Array.from(jpeg(64).slice(0, length)))).toBe(false);
});

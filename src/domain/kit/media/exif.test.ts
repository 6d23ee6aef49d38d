import { expect, it } from 'vitest';
import { exifOf } from '../../../../test/installation/factories/pictures.ts';
import { isEditor, readExif, readExifParts } from './exif.ts';

function jpeg(exif: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif]);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 4);
  return Buffer.concat([head, body, Buffer.from([0xff, 0xd9])]);
}

function png(exif: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(exif.length, 0);
  head.write('eXIf', 4, 'latin1');
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), head, exif, Buffer.alloc(4)]);
}

const exif = exifOf('Adobe Photoshop 25.0', '2021:03:04 10:00:00');

it('reads program and day out of a JPEG and a PNG', () => {
  const facts = { software: 'Adobe Photoshop 25.0', takenOn: '2021-03-04', takenLocal: '2021-03-04T10:00:00', takenAt: '' };
  expect(readExif(jpeg(exif))).toEqual(facts);
  expect(readExif(png(exif))).toEqual(facts);
});

it('knows programs that change pictures from software of cameras', () => {
  expect(['Adobe Photoshop 25.0', 'GIMP 2.10', 'Meitu 9', 'Snapseed'].every(isEditor)).toBe(true);
  expect(['17.1.2', 'HDR+ 1.0', 'MediaTek Camera Application', ''].some(isEditor)).toBe(false);
});

it('finds the editor that a history or another tag names beside the camera', () => {
  const history = '<stEvt:softwareAgent>17.1</stEvt:softwareAgent><rdf:li stEvt:softwareAgent="Adobe Photoshop 25.0 (Windows)"/>';
  const xmp = Buffer.from(`<x:xmpmeta xmp:CreatorTool="17.1">${history}</x:xmpmeta>`);
  expect(readExifParts({ exif: exifOf('17.1', '2026:01:02 15:59:00'), xmp }).software).toBe('Adobe Photoshop 25.0 (Windows)');
  expect(readExifParts({ xmp: Buffer.from('<a xmp:CreatorTool="17.1" stEvt:softwareAgent="17.2"/>') }).software).toBe('17.1');
});

it('takes every cut and every changed byte for nothing worse than no EXIF', () => {
  const whole = jpeg(exif);
  for (let length = 0; length < whole.length; length += 1) expect(() => readExif(whole.subarray(0, length))).not.toThrow();
  for (let at = 0; at < whole.length; at += 1)
    for (const value of [0, 1, 0x7f, 0xff]) {
      const changed = Buffer.from(whole);
      changed[at] = value;
      expect(() => readExif(changed)).not.toThrow();
    }
});

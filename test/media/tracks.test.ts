import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesInMemory } from '../../src/domain/kit/media/byte-source.ts';
import { readRecording } from '../../src/domain/kit/media/recording.ts';
import { unsupportedFormat } from '../../src/domain/kit/media/unsupported.ts';
import { tool } from '../installation/tool.ts';

const needed = tool('ffmpeg');

const film = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:d=1:r=5'];
const sound = ['-f', 'lavfi', '-i', 'sine=d=1'];
const cover = ['-f', 'lavfi', '-i', 'color=c=red:s=64x64:d=1:r=1', '-map', '0', '-map', '1'];
const words = ['-i', 'words.srt', '-c:s', 'mov_text'];

describe.skipIf(needed.isMissing)(`a movie is what ffprobe finds in it${needed.note}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tracks-'));
  beforeAll(() => writeFileSync(join(folder, 'words.srt'), '1\n00:00:00,000 --> 00:00:01,000\nword\n'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['film.mp4', [...film, '-c:v', 'mpeg4'], 'video', 'video/mp4'],
    ['film-and-sound.mp4', [...film, ...sound, '-c:v', 'mpeg4', '-c:a', 'aac'], 'audio,video', 'video/mp4'],
    ['sound.mp4', [...sound, '-c:a', 'aac', '-brand', 'isom'], 'audio', 'audio/mp4'],
    ['sound-in-fragments.mp4', [...sound, '-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov'], 'audio', 'audio/mp4'],
    ['sound-and-words.mp4', [...sound, ...words, '-c:a', 'aac'], 'audio,subtitle', 'audio/mp4'],
    ['words.mp4', words, 'subtitle', undefined],
    ['words.mov', words, 'subtitle', undefined],
    ['film.mov', [...film, '-c:v', 'mpeg4'], 'video', 'video/quicktime'],
    ['sound.mov', [...sound, '-c:a', 'aac'], 'audio', 'audio/mp4'],
    ['sound-and-words.mov', [...sound, ...words, '-c:a', 'aac'], 'audio,subtitle', 'audio/mp4'],
    ['sound-and-time-code.mov', [...sound, '-timecode', '01:00:00:00', '-c:a', 'pcm_s16le'], 'audio', 'audio/mp4'],
    ['film-and-time-code.mov', [...film, ...sound, '-timecode', '01:00:00:00', '-c:v', 'mpeg4'], 'audio,data,video', 'video/quicktime'],
    ['sound-with-cover.mp4', [...sound, ...cover, '-c:v', 'mjpeg', '-disposition:v:0', 'attached_pic'], 'audio,video', 'audio/mp4'],
    ['sound-with-cover-as-track.mp4', [...sound, ...cover, '-c:a', 'aac', '-c:v', 'mjpeg'], 'audio,video', 'audio/mp4'],
    ['sound-with-cover-as-track.mov', [...sound, ...cover, '-c:a', 'aac', '-c:v', 'png'], 'audio,video', 'audio/mp4'],
    ['film-of-one-frame.mp4', [...film, '-c:v', 'mpeg4', '-frames:v', '1'], 'video', 'video/mp4'],
    ['film-in-fragments.mp4', [...film, ...sound, '-c:v', 'mpeg4', '-movflags', 'frag_keyframe+empty_moov'], 'audio,video', 'video/mp4'],
    ['film.m4a', [...film, ...sound, '-c:v', 'mpeg4', '-c:a', 'aac', '-f', 'ipod'], 'audio,video', 'video/mp4'],
    ['sound.3gp', [...sound, '-ar', '8000', '-ac', '1', '-c:a', 'aac'], 'audio', 'audio/mp4'],
    ['opus.webm', [...sound, '-c:a', 'libopus'], 'audio', 'audio/webm'],
    ['vorbis-live.webm', [...sound, '-c:a', 'libvorbis', '-f', 'webm', '-live', '1'], 'audio', 'audio/webm'],
    ['film.webm', [...film, ...sound, '-c:v', 'libvpx', '-c:a', 'libopus'], 'audio,video', 'video/webm'],
    ['sound.mka', [...sound, '-c:a', 'libopus'], 'audio', undefined],
    ['frames.mjpeg', [...film, '-c:v', 'mjpeg'], 'video', undefined],
    ['picture.jpg', [...film, '-frames:v', '1'], 'video', 'image/jpeg'],
  ])('%s', async (name, made, streams, mediaType) => {
    const run = (program: string, given: string[]) => spawnSync(program, given, { cwd: folder }).stdout.toString();
    run('ffmpeg', ['-v', 'error', '-y', ...made, name]);
    const found = run('ffprobe', ['-v', 'error', '-show_entries', 'stream=codec_type', '-of', 'default=nw=1:nk=1', name]);
    expect(found.trim().split('\n').toSorted().join(',')).toBe(streams);
    expect((await readRecording(bytesInMemory(readFileSync(join(folder, name)))))?.mediaType).toBe(mediaType);
  });

  it('shows a film that is switched off, and none without a frame', async () => {
    spawnSync('ffmpeg', ['-v', 'error', '-y', ...film, ...sound, '-c:v', 'mpeg4', '-c:a', 'aac', 'both.mp4'], { cwd: folder });
    const changed = async (change: (bytes: Buffer, at: (box: string) => number) => void) => {
      const bytes = readFileSync(join(folder, 'both.mp4'));
      change(bytes, (box) => bytes.indexOf(box, bytes.indexOf('moov')) + 4);
      return (await readRecording(bytesInMemory(bytes)))?.mediaType;
    };
    expect(await changed((bytes, at) => bytes.writeUInt8(2, at('tkhd') + 3))).toBe('video/mp4');
    expect(await changed((bytes, at) => bytes.writeUInt32BE(0, at('stsz') + 8))).toBe('audio/mp4');
  });

  it.each([
    ['sound.mka', 'M4A'],
    ['film.mkv', 'MP4'],
    ['sound.wma', 'M4A'],
    ['film.wmv', 'MP4'],
    ['sound.flv', 'M4A'],
    ['film.flv', 'MP4'],
  ])('%s is to be handed in as %s', (name, instead) => {
    const made = [...(instead === 'MP4' ? film : []), ...sound];
    spawnSync('ffmpeg', ['-v', 'error', '-y', ...made, name], { cwd: folder });
    expect(unsupportedFormat(readFileSync(join(folder, name)))?.instead).toBe(instead);
  });
});

import { expect, it } from 'vitest';
import { resumePlayback, type Player } from './resume-playback.ts';

class FakePlayer extends EventTarget implements Player {
  error: { code: number } | null = null;
  paused = false;
  currentTime = 0;
  src = '/files/first';
  played = 0;
  async play(): Promise<void> {
    this.played += 1;
  }
  async breaks(code = 2): Promise<void> {
    this.error = { code };
    this.dispatchEvent(new Event('error'));
    await new Promise(setImmediate);
  }
  works(): void {
    this.error = null;
    this.dispatchEvent(new Event('canplay'));
  }
}

it('a recording whose link expired resumes at its position with a fresh link, any number of times', async () => {
  const player = new FakePlayer();
  let asked = 0;
  resumePlayback(player, async () => `/files/${(asked += 1)}`);
  for (const minute of [16, 32, 48]) {
    player.currentTime = minute * 60;
    await player.breaks();
    expect([player.src, player.currentTime]).toEqual([`/files/${minute / 16}`, minute * 60]);
    player.works();
  }
  expect(player.played).toBe(3);
});

it('a recording that the browser paused on an error resumes; one that the viewer paused does not', async () => {
  const player = new FakePlayer();
  resumePlayback(player, async () => '/files/fresh');
  player.error = { code: 2 };
  player.paused = true;
  player.dispatchEvent(new Event('pause'));
  await player.breaks();
  expect(player.played).toBe(1);
  player.works();
  player.dispatchEvent(new Event('play'));
  player.dispatchEvent(new Event('pause'));
  await player.breaks();
  expect(player.played).toBe(1);
});

it('a film that was paused stays paused at its place', async () => {
  const player = new FakePlayer();
  player.paused = true;
  player.currentTime = 77;
  resumePlayback(player, async () => '/files/fresh');
  await player.breaks();
  expect([player.src, player.currentTime, player.played]).toEqual(['/files/fresh', 77, 0]);
});

it.each([
  ['that the operator may not view any more', 2, () => Promise.reject(new Error('refused')), 1],
  ['of which there is no link', 2, () => Promise.resolve(''), 1],
  ['that breaks with the link of now as well', 2, () => Promise.resolve('/files/fresh'), 1],
  ['that no browser can decode', 3, () => Promise.resolve('/files/fresh'), 0],
])('a film %s is not asked for again and again', async (_what, code, answer, times) => {
  const player = new FakePlayer();
  let asked = 0;
  resumePlayback(player, () => {
    asked += 1;
    return answer();
  });
  for (let turn = 0; turn < 5; turn += 1) await player.breaks(code);
  expect(asked).toBe(times);
});

it('an error before the first listener is handled too, and none after the end', async () => {
  const player = new FakePlayer();
  player.error = { code: 4 };
  const end = resumePlayback(player, async () => '/files/fresh');
  await new Promise(setImmediate);
  expect(player.src).toBe('/files/fresh');
  player.works();
  end();
  player.src = '/files/kept';
  await player.breaks();
  expect(player.src).toBe('/files/kept');
});

import { beforeEach, expect, it } from 'vitest';
import { watchPlayback } from './watch-playback.ts';

const film = { paused: false, ended: false, currentTime: 0 };
let isVisible = true;
let nowMs = 0;
let beats = 0;
let look: () => void;

beforeEach(() => {
  Object.assign(film, { paused: false, ended: false, currentTime: 0 });
  [isVisible, nowMs, beats] = [true, 0, 0];
  look = watchPlayback({ media: () => [film], isVisible: () => isVisible, beat: () => (beats += 1), nowMs: () => nowMs });
});

/** Checks every five seconds, as the console does. */
function pass(seconds: number, moves = true): void {
  for (let at = 0; at < seconds; at += 5) {
    nowMs += 5_000;
    if (moves) film.currentTime += 5;
    look();
  }
}

it('a recording that plays sends a heartbeat soon, and then every half minute', () => {
  pass(10);
  expect(beats).toBe(1);
  pass(1_800);
  expect(beats).toBe(1 + 60);
});

it.each([
  ['is paused', () => (film.paused = true)],
  ['has ended', () => (film.ended = true)],
  ['stands in a tab that nobody looks at', () => (isVisible = false)],
])('a film that %s tells nothing', (_, change) => {
  change();
  pass(300);
  expect(beats).toBe(0);
});

it('a recording that waits for its bytes sends no heartbeat', () => {
  pass(300, false);
  expect(beats).toBe(0);
});

/** The parts of a player that this needs; a test gives its own. */
export interface Player extends EventTarget {
  readonly error: { readonly code: number } | null;
  readonly paused: boolean;
  currentTime: number;
  src: string;
  play(): Promise<void>;
}

/**
 * Lets a recording that is longer than its link go on: a link lives a quarter of an hour, and what is wanted of the file after that breaks.
 * The player then gets the link of now and goes on at its place, as long as the server gives one. What cannot be had with a fresh link
 * either is not asked for again.
 * @param renew asks for the link of now; empty, or a failure, where there is none. @returns what ends it.
 */
export function resumePlayback(player: Player, renew: () => Promise<string>): () => void {
  let isRenewed = false;
  let isPlaying = !player.paused;
  const resume = async (): Promise<void> => {
    if (isRenewed || player.error?.code === undecodable) return;
    isRenewed = true;
    const [place, wasPlaying] = [player.currentTime, isPlaying];
    // Refusals are told where they are judged; the player says itself that it has stopped.
    const url = await renew().catch(() => '');
    if (url === '') return;
    player.src = url;
    player.currentTime = place;
    // A browser that wants a click for it leaves the film at its place.
    if (wasPlaying) await player.play().catch(() => undefined);
  };
  const listener = () => void resume();
  const canPlay = () => {
    isRenewed = false;
  };
  // Chromium pauses what breaks before it says that it broke.
  const paused = () => {
    isPlaying &&= player.error !== null;
  };
  const plays = () => {
    isPlaying = true;
  };
  const listeners = Object.entries({ error: listener, canplay: canPlay, pause: paused, play: plays });
  for (const [event, listen] of listeners) player.addEventListener(event, listen);
  if (player.error) listener();
  return () => {
    for (const [event, listen] of listeners) player.removeEventListener(event, listen);
  };
}

/** MEDIA_ERR_DECODE: the file itself is at fault. */
const undecodable = 3;

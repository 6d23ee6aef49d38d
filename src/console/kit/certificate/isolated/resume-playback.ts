/** The part of a media player that is needed here; tests supply their own. */
export interface Player extends EventTarget {
  readonly error: { readonly code: number } | null;
  readonly paused: boolean;
  currentTime: number;
  src: string;
  play(): Promise<void>;
}

/**
 * Lets media that plays longer than its link is valid continue. A link is valid for a quarter of an hour, and later requests for the file
 * fail. The player then gets a new link and continues at its position, as long as the server issues links. What fails with a new link too
 * is not requested again.
 * @param renew fetches a new link; empty or rejected if there is none. @returns a function that stops this.
 */
export function resumePlayback(player: Player, renew: () => Promise<string>): () => void {
  let isRenewed = false;
  let isPlaying = !player.paused;
  const resume = async (): Promise<void> => {
    if (isRenewed || player.error?.code === undecodable) return;
    isRenewed = true;
    const [place, wasPlaying] = [player.currentTime, isPlaying];
    // Refusals are reported where replies are judged, and the player itself shows that it stopped.
    const url = await renew().catch(() => '');
    if (url === '') return;
    player.src = url;
    player.currentTime = place;
    // A browser that requires a click to play leaves the media at its position.
    if (wasPlaying) await player.play().catch(() => undefined);
  };
  const listener = () => void resume();
  const canPlay = () => {
    isRenewed = false;
  };
  // Chromium fires `pause` before `error` when playback breaks.
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

/** MEDIA_ERR_DECODE: the file itself is faulty. */
const undecodable = 3;

/**
 * What the console asks without anybody having done anything: a page that waits for a document, a claim that is renewed. The server is
 * told, so that it keeps no session of an operator who has left and writes no opening that nobody made (security, 8; wire, section
 * 6).
 */
let isAsking = false;

/** Runs `ask`: what is asked of the server before it returns, the console asks by itself. */
export function asBackgroundCall<Answer>(ask: () => Answer): Answer {
  const before = isAsking;
  isAsking = true;
  try {
    return ask();
  } finally {
    isAsking = before;
  }
}

/** Whether a call that begins now is the console's own. */
export function isBackgroundCall(): boolean {
  return isAsking;
}

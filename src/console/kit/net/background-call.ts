/**
 * Calls that the console makes without an act of the operator: polling for a document, renewing a claim. The server learns this, so that it
 * does not extend the session of an absent operator and does not record an opening that nobody made (spec/security, 8; spec/wire, 6).
 */
let isAsking = false;

/** Runs `ask`. Calls that begin before it returns count as background calls. */
export function asBackgroundCall<Answer>(ask: () => Answer): Answer {
  const before = isAsking;
  isAsking = true;
  try {
    return ask();
  } finally {
    isAsking = before;
  }
}

/** Whether a call that begins now is a background call. */
export function isBackgroundCall(): boolean {
  return isAsking;
}

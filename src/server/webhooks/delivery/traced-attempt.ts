import { noteStatus, outgoingStart } from '../../telemetry/outgoing.ts';
import { traced, tracing } from '../../telemetry/tracing.ts';
import { makeAttempt } from './attempt.ts';

/** `makeAttempt` in a span that names only the receiver's host, not the path or the content. */
export const tracedAttempt: typeof makeAttempt = async (outgoing, reach, stopping) => {
  if (tracing() === null || !URL.canParse(outgoing.url)) return makeAttempt(outgoing, reach, stopping);
  return traced('POST webhook', outgoingStart('webhook', 'POST', outgoing.url), async (span) => {
    const outcome = await makeAttempt(outgoing, reach, stopping);
    if (outcome.httpStatus !== null) noteStatus(span, outcome.httpStatus);
    if (!outcome.succeeded) span?.end(outcome.error?.split(':')[0]);
    return outcome;
  });
};

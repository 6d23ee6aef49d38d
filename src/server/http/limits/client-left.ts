import type { FastifyRequest } from 'fastify';

/**
 * Whether an error only tells that the client went away: there is nothing to mend, nobody reads an answer, and so it belongs in no log. Any
 * other fault is one, whether or not the client still waits.
 */
export function hasLeft(error: unknown, request: FastifyRequest): boolean {
  return request.raw.socket.destroyed && isBrokenOff(error);
}

function isBrokenOff(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // Node says so of a request that was broken off; a connection of our own that breaks names the system call.
  if (code === 'ECONNRESET' && error.message === 'aborted') return true;
  return brokenOff.has(code) || isBrokenOff(error.cause);
}

const brokenOff = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ABORT_ERR']);

import type { FastifyRequest } from 'fastify';

/**
 * Whether an error only means that the client disconnected. Such an error is not logged. Any other error is a fault, whether the client is
 * still connected or not.
 */
export function isClientDisconnect(error: unknown, request: FastifyRequest): boolean {
  return request.raw.socket.destroyed && isBrokenOff(error);
}

function isBrokenOff(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // Node's error for an aborted request. The error of a broken outgoing connection names the system call instead.
  if (code === 'ECONNRESET' && error.message === 'aborted') return true;
  return brokenOff.has(code) || isBrokenOff(error.cause);
}

const brokenOff = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ABORT_ERR']);

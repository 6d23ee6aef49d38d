import type { FastifyRequest } from 'fastify';

/** The origin under which others reach this server: that of PUBLIC_URL, else of the request; empty if its Host header is malformed. */
export function originOf(publicUrl: string | undefined, request: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  const origin = `${request.protocol}://${request.host}`;
  // The Host header may be any text; only a valid host may become part of an address.
  return /^https?:\/\/[A-Za-z0-9.-]+(?::\d+)?$|^https?:\/\/\[[0-9a-fA-F:]+\](?::\d+)?$/.test(origin) ? origin : '';
}

import type { FastifyRequest } from 'fastify';

/** Under which origin the outside reaches this server: PUBLIC_URL, else the one that this very request came under. */
export function originOf(publicUrl: string | undefined, request: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  const origin = `${request.protocol}://${request.host}`;
  // Host is a header: what is none becomes no part of an address.
  return /^https?:\/\/[A-Za-z0-9.-]+(?::\d+)?$|^https?:\/\/\[[0-9a-fA-F:]+\](?::\d+)?$/.test(origin) ? origin : '';
}

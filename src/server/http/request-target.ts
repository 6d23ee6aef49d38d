import type { IncomingMessage } from 'node:http';

/**
 * Reads what a request asks for as HTTP lets it be written, before it is routed: a target in absolute form (RFC 9112, 3.2.2), whose
 * authority stands for the Host header; and `X-HTTP-Method-Override` on uploads, for clients behind proxies that know no PATCH (tus 1.0).
 * @returns the target in origin form.
 */
export function readTarget(request: IncomingMessage): string {
  const target = originForm(request);
  const override = request.headers['x-http-method-override'];
  if (request.method === 'POST' && typeof override === 'string' && uploads.test(target)) {
    const method = override.trim().toUpperCase();
    if (overridable.has(method)) {
      request.method = method;
      overridden.add(request);
    }
  }
  return target;
}

/** The request's method, and what it was sent as if that differs. */
export function methodsOf(request: IncomingMessage): string[] {
  const { method = '' } = request;
  return overridden.has(request) ? [method, 'POST'] : [method];
}

const overridden = new WeakSet<IncomingMessage>();
const overridable = new Set(['PATCH', 'HEAD', 'DELETE']);
/** Addresses of uploads that are open; a POST means nothing there by itself. */
const uploads = /^\/open\/v1\/(?:evidence\/)?uploads\/[^/?]/;

function originForm(request: IncomingMessage): string {
  const { url = '/' } = request;
  const absolute = /^https?:\/\/([^/?#]*)([^#]*)/i.exec(url);
  if (!absolute) return url;
  const [, authority = '', path = ''] = absolute;
  request.headers.host = authority;
  return path.startsWith('/') ? path : `/${path}`;
}

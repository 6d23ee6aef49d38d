import { METHODS, type IncomingMessage } from 'node:http';

/**
 * Reads what a request asks for as HTTP lets it be written, before it is routed: a target in absolute form (RFC 9112, 3.2.2), whose
 * authority stands for the Host header; `X-HTTP-Method-Override` on uploads, for clients behind proxies that know no PATCH (tus 1.0); and a
 * method that no address has, such as PROPFIND, which is routed as TRACE: no address has that either, but it is one of the router's.
 * @returns the target in origin form.
 */
export function readTarget(request: IncomingMessage): string {
  const target = originForm(request);
  const { method: given = '' } = request;
  if (foreign.has(given)) {
    request.method = 'TRACE';
    sentAs.set(request, given);
    return target;
  }
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

/** The method as it was sent. */
export function sentMethod(request: IncomingMessage): string {
  return sentAs.get(request) ?? request.method ?? '';
}

/** The request's method, and what it was sent as if that differs. */
export function methodsOf(request: IncomingMessage): string[] {
  const { method = '' } = request;
  return overridden.has(request) ? [method, 'POST'] : [method];
}

const sentAs = new WeakMap<IncomingMessage, string>();
/** What Node reads and the router does not know. */
const foreign = new Set(METHODS);
for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) foreign.delete(method);

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

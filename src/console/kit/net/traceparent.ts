/** Makes a call the root of its trace, which a tracing server continues (W3C Trace Context). The server's log lines name the same trace. */
export function newTraceparent(): string {
  const bits = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `00-${bits.slice(0, 32)}-${bits.slice(32)}-01`;
}

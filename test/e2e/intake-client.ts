import { createHash, createHmac, randomBytes } from 'node:crypto';

export interface Key {
  app_id: string;
  security_key: string;
}

/** Signs as the specification says, like a client that has only the documentation. */
export async function intake(address: string, key: Key, method: string, path: string, body: string | FormData = '') {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = randomBytes(12).toString('hex');
  const sha256 = typeof body === 'string' ? createHash('sha256').update(body).digest('hex') : 'UNSIGNED-PAYLOAD';
  const signature = createHmac('sha256', key.security_key).update(`${method}\n${path}\n${timestamp}\n${nonce}\n${sha256}`).digest('hex');
  const headers = {
    'X-App-Id': key.app_id,
    'X-Timestamp': timestamp,
    'X-Nonce': nonce,
    'X-Content-SHA256': sha256,
    'X-Signature': signature,
    ...(typeof body === 'string' && body !== '' ? { 'Content-Type': 'application/json' } : {}),
  };
  const reply = await fetch(address + path, { method, headers, ...(body === '' ? {} : { body }) });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createCanvas } from '@napi-rs/canvas';
import type { FastifyInstance } from 'fastify';

export interface IntakeKey {
  readonly app_id: string;
  readonly security_key: string;
}
interface Request {
  readonly method: 'GET' | 'POST' | 'HEAD' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: Buffer | string;
  readonly contentType?: string;
  /** Changes the headers after signing, as a forger would. */
  readonly tamper?: (headers: Record<string, string>) => void;
  readonly timestamp?: number;
  readonly nonce?: string;
  readonly contentSha256?: string;
}

/** The headers of a signed call, as the specification says, written independently of the server's own code. */
export function signedHeaders(key: IntakeKey, request: Request): Record<string, string> {
  const body = Buffer.from(request.body ?? '');
  const timestamp = String(request.timestamp ?? Math.floor(Date.now() / 1000));
  const nonce = request.nonce ?? randomBytes(12).toString('hex');
  const sha256 = request.contentSha256 ?? createHash('sha256').update(body).digest('hex');
  const text = `${request.method}\n${request.path}\n${timestamp}\n${nonce}\n${sha256}`;
  const headers: Record<string, string> = {
    'x-app-id': key.app_id,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-content-sha256': sha256,
    'x-signature': createHmac('sha256', key.security_key).update(text).digest('hex'),
    ...(request.contentType ? { 'content-type': request.contentType } : {}),
  };
  request.tamper?.(headers);
  return headers;
}

/** Signs and sends intake calls to an app that does not listen. */
export function intakeClient(app: FastifyInstance, key: IntakeKey) {
  const headersOf = (request: Request) => signedHeaders(key, request);
  const send = async (request: Request) => {
    const body = Buffer.from(request.body ?? '');
    const headers = headersOf(request);
    const reply = await app.inject({ method: request.method, url: request.path, headers, ...(body.length > 0 ? { payload: body } : {}) });
    return { status: reply.statusCode, body: reply.json() as Record<string, unknown> & { error?: { code: string; message: string } } };
  };
  return {
    send,
    headersOf,
    get: (path: string) => send({ method: 'GET', path }),
    delete: (path: string) => send({ method: 'DELETE', path }),
    post: (path: string, json: unknown, extra: Partial<Request> = {}) =>
      send({ method: 'POST', path, body: JSON.stringify(json), contentType: 'application/json', ...extra }),
    multipart: (path: string, fields: Record<string, string>, files: Record<string, Buffer | NamedFile>, extra: Partial<Request> = {}) => {
      const boundary = `b${randomBytes(8).toString('hex')}`;
      return send({
        method: 'POST',
        path,
        body: multipartBody(boundary, fields, files),
        contentType: `multipart/form-data; boundary=${boundary}`,
        ...extra,
      });
    },
  };
}

export interface NamedFile {
  readonly bytes: Buffer;
  readonly name: string;
  readonly mediaType: string;
}

export function multipartBody(boundary: string, fields: Record<string, string>, files: Record<string, Buffer | NamedFile>): Buffer {
  const texts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  const parts = Object.entries(files).map(([name, given]) => {
    const file = Buffer.isBuffer(given) ? { bytes: given, name: `${name}.png`, mediaType: 'image/png' } : given;
    const head =
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${file.name}"\r\n` +
      `Content-Type: ${file.mediaType}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), file.bytes, Buffer.from('\r\n')]);
  });
  return Buffer.concat([...texts, ...parts, Buffer.from(`--${boundary}--\r\n`)]);
}

/** A small real PNG of one colour. */
export function picture(colour: string): Buffer {
  const canvas = createCanvas(60, 40);
  const pen = canvas.getContext('2d');
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 60, 40);
  return canvas.toBuffer('image/png');
}

let serial = 0;
/** A user that no other test uses, in the requested state: registered and submitted through the intake itself. */
export function users(intake: () => ReturnType<typeof intakeClient>) {
  return {
    async register(
      type: 'personal' | 'enterprise',
      name = `测试${type === 'enterprise' ? '有限公司' : '用户'}`,
    ): Promise<{ user_id: string; mobile: string }> {
      serial += 1;
      const mobile = `100${String(serial).padStart(8, '0')}`;
      const answer = await intake().post('/open/v1/users', {
        unique_id: randomBytes(8).toString('hex'),
        type: type === 'personal' ? 1 : 2,
        mobile,
        name,
      });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer));
      return { user_id: String(answer.body['user_id']), mobile };
    },
    async submit(userId: string, type: 'personal' | 'enterprise', change: Record<string, string> = {}) {
      const enterprise = { tax_number: '91000000MA0000000X', legal_person: '钱法人', contact_name: '章经办' };
      const fields = {
        unique_id: randomBytes(8).toString('hex'),
        name: '提交的名称',
        contact_idcard: '990000199001011234',
        address: '某市某路1号',
        ...(type === 'enterprise' ? enterprise : {}),
        ...change,
      };
      const names =
        type === 'enterprise' ? ['license', 'author_front', 'author_back', 'file'] : ['author_front', 'author_back', 'author_hand'];
      return intake().multipart(
        `/open/v1/users/${userId}/verification`,
        fields,
        Object.fromEntries(names.map((name, at) => [name, picture(`hsl(${at * 80} 50% 50%)`)])),
      );
    },
    async pending(type: 'personal' | 'enterprise', name?: string): Promise<string> {
      const { user_id } = await this.register(type, name);
      const answer = await this.submit(user_id, type, name ? { name } : {});
      if (answer.status !== 200) throw new Error(JSON.stringify(answer));
      return user_id;
    },
  };
}

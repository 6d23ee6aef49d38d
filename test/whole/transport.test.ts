import { describe, expect, it } from 'vitest';
import { version } from '../../package.json';
import { contract } from '../../src/contract/console/index.ts';
import { intakeCalls } from '../../src/contract/open/index.ts';
import { testApp } from '../installation/app.ts';

const installation = testApp();

describe('transport', () => {
  it.each([
    ['an unknown call', { method: 'GET', url: '/api/nothing' }, 404],
    [
      'another method',
      { method: 'POST', url: '/api/ajax/user/getUserList', headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: '' },
      405,
    ],
    ['an address that cannot be read', { method: 'GET', url: '/files/%zz/x' }, 400],
    ['another method still', { method: 'DELETE', url: '/api/user/userDetail' }, 405],
    [
      'another method with a JSON body',
      { method: 'PUT', url: '/api/user/userDetail', headers: { 'content-type': 'application/json' }, payload: '{}' },
      405,
    ],
    [
      'an unknown call with a JSON body',
      { method: 'POST', url: '/api/nothing', headers: { 'content-type': 'application/json' }, payload: '{}' },
      404,
    ],
    [
      'an unknown call with two megabytes of anything',
      { method: 'PATCH', url: '/api/nothing', headers: { 'content-type': 'image/png' }, payload: ''.padEnd(2_000_000, 'x') },
      404,
    ],
    [
      'JSON where a form is expected',
      { method: 'POST', url: '/api/login/login', headers: { 'content-type': 'application/json' }, payload: '{}' },
      415,
    ],
    [
      'a body of two megabytes',
      {
        method: 'POST',
        url: '/api/login/login',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'a='.padEnd(2_000_000, 'x'),
      },
      413,
    ],
  ] as const)('answers %s with its HTTP status and an envelope of the same code', async (_case, request, status) => {
    const reply = await installation.app.inject(request);
    expect(reply.statusCode).toBe(status);
    const envelope = reply.json() as Record<string, unknown>;
    expect(envelope).toMatchObject({ code: status, message: expect.stringMatching(/[一-龥]/) as string, data: null });
    expect(envelope['msg']).toBe(envelope['message']);
  });

  it.each([
    ['GET', '/open/v1/nothing'],
    ['POST', '/open/v1/nothing'],
    ['GET', '/open/v1/%zz'],
    ['POST', '/open/v1/users/%ff/verification'],
    ['GET', `/open/v1/users/${'9'.repeat(2001)}`],
  ] as const)("answers %s %s with the intake's 404", async (method, url) => {
    const reply = await installation.app.inject({
      method,
      url,
      ...(method === 'GET' ? {} : { headers: { 'content-type': 'image/png' }, payload: 'x' }),
    });
    expect([reply.statusCode, reply.json()]).toEqual([
      404,
      { error: { code: 'unknown', message: 'there is no such call; the calls are described at /open/docs' } },
    ]);
  });

  it('takes ten thousand parameters without harm', async () => {
    const { token } = await installation.signIn('admin@example.com');
    const many = Array.from({ length: 10_000 }, (_, at) => `p${at}=1`).join('&');
    const reply = await installation.app.inject({ url: `/api/ajax/user/getUserList?type=1&${many}`, headers: { authorization: token } });
    expect(reply.json()).toMatchObject({ code: 200 });
  });

  it('sends its security headers with every answer, and reflects no foreign origin', async () => {
    for (const url of [
      '/api/nothing',
      '/api/login/getImgCode',
      '/healthz',
      '/files/x.y/z',
      '/files/%zz',
      '/open/v1/%zz',
      '/open/v1/nothing',
    ]) {
      const { headers } = await installation.app.inject({ url, headers: { origin: 'https://evil.example' } });
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
      expect(headers['content-security-policy']).toMatch(/frame-ancestors/);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers).not.toHaveProperty('x-powered-by');
    }
  });

  it('lets pages load nothing of another origin, run no script but its own files, and be framed by nobody', async () => {
    const { headers } = await installation.app.inject({ url: '/healthz' });
    expect(headers['content-security-policy']).toBe(
      "default-src 'self';img-src 'self' data: blob:;media-src 'self';style-src 'self' 'unsafe-inline';script-src 'self';" +
        "connect-src 'self';frame-src 'self' blob:;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
    );
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin' });
  });

  it('lets its own page alone read why a download was refused', async () => {
    for (const url of ['/api/export/userExport?type=1', '/files/x.y/z']) {
      const { headers } = await installation.app.inject({ url });
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
        'x-frame-options': 'SAMEORIGIN',
      });
    }
    const { headers } = await installation.app.inject({ url: '/api/User/getAdminInfo' });
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
      'x-frame-options': 'DENY',
    });
  });

  it('answers health without telling anything', async () => {
    expect((await installation.app.inject({ url: '/healthz' })).json()).toEqual({ status: 'ok', version });
    expect((await installation.app.inject({ url: '/readyz' })).json()).toEqual({ status: 'ready' });
  });

  it('describes every call in OpenAPI', async () => {
    const document = (await installation.app.inject({ url: '/api/openapi.json' })).json() as {
      paths: Record<string, Record<string, unknown>>;
    };
    for (const { path, method } of Object.values(contract)) expect(document.paths[path]).toHaveProperty(method.toLowerCase());
    const intake = (await installation.app.inject({ url: '/open/v1/openapi.json' })).json() as {
      paths: Record<string, Record<string, unknown>>;
    };
    for (const { path, method } of Object.values(intakeCalls))
      expect(intake.paths[path.replaceAll(/:(\w+)/g, '{$1}')]).toHaveProperty(method.toLowerCase());
    expect(intake.paths['/open/v1/users']).toMatchObject({
      post: {
        requestBody: {
          content: {
            'application/json': { schema: { properties: { unique_id: { minLength: 1, maxLength: 255 }, name: { maxLength: 100 } } } },
          },
        },
      },
    });
    const streamed = intake.paths['/open/v1/evidence']?.['post'] as {
      requestBody: { content: Record<string, { schema: { properties: object; required: string[] } }> };
    };
    const { 'multipart/form-data': form, ...otherForms } = streamed.requestBody.content;
    expect([otherForms, Object.entries(form?.schema.properties ?? {}).at(-1), form?.schema.required]).toEqual([
      {},
      ['file', { type: 'string', format: 'binary' }],
      ['unique_id', 'user_id', 'title', 'file'],
    ]);
    expect(intake.paths['/open/v1/verify/{number}/proof']).toMatchObject({
      get: { security: [], responses: { 200: { content: { 'text/plain': {} } }, 202: {} } },
    });
    expect(Object.keys(intake.paths['/open/v1/uploads/{attestation_id}'] ?? {})).toEqual(['head', 'patch']);
    expect((await installation.app.inject({ url: '/api/docs' })).statusCode).toBeLessThan(400);
  });
});

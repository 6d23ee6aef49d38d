import { createCanvas } from '@napi-rs/canvas';
import { randomBytes } from 'node:crypto';
import type { testApp } from '../app.ts';
import { multipartBody } from '../intake.ts';

type Installation = ReturnType<typeof testApp>;
export interface CredentialReply {
  readonly code: number;
  readonly message: string;
  readonly data: { readonly id: string; readonly msg?: string; readonly fields?: Record<string, string> };
}

/** A picture of a document, different each time. */
export function paper(width = 300, height = 200): Buffer {
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = `#${randomBytes(3).toString('hex')}`;
  pen.fillRect(40, 40, width / 2, height / 2);
  return canvas.toBuffer('image/png');
}

/** Records credentials of the office, as its page does. */
export function credentialDesk(installation: Installation) {
  return {
    async add(token: string, fields: Record<string, string> = {}, picture: Buffer | null = paper()): Promise<CredentialReply> {
      const whole = {
        type: '2',
        name: '等级保护备案证明',
        number: `样例-${randomBytes(4).toString('hex')}`,
        issuer: '样例市公安局',
        valid_from: '2024-01-01',
        valid_until: '2099-12-31',
        ...fields,
      };
      const reply = await installation.app.inject({
        method: 'POST',
        url: '/api/ajax/office/addCredential',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
        payload: multipartBody('b', whole, picture ? { file: picture } : {}),
      });
      return reply.json() as CredentialReply;
    },
  };
}

import { z } from 'zod';
import { evidenceKind } from '../../domain/business/codes/evidence.ts';
import type { IntakeCall } from './call.ts';
import { evidenceFields, evidenceReceipt, isInOrder, outOfOrder } from './evidence.ts';
import { inputObject } from './faults.ts';
import { blank, characters, codeOf, fileName, uniqueId, userId } from './fields.ts';

/**
 * Evidence whose file is uploaded in chunks, so that large files can resume after an interruption. The client opens an upload, sends the
 * file by tus, and then submits the complete file as evidence, as with POST /evidence.
 */
export const evidenceUploadCalls = {
  createEvidenceUpload: {
    method: 'POST',
    path: '/open/v1/evidence/uploads',
    summary: '大文件存证：开始分段上传；文件随后以 tus 1.0 上传到 upload_url，最后以 POST 提交为存证',
    caller: 'any',
    body: inputObject({
      unique_id: uniqueId,
      user_id: userId,
      /** Size of the whole file in bytes. */
      size: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
    }),
    output: z.object({ upload_id: z.string(), upload_url: z.string() }),
  },
  createUploadedEvidence: {
    method: 'POST',
    path: '/open/v1/evidence/uploads/:upload_id',
    summary: '大文件存证：文件传完之后提交为存证，与 POST /evidence 相同，unique_id 也与之共用',
    caller: 'any',
    body: inputObject({
      ...evidenceFields,
      isApp: blank(codeOf(evidenceKind)).transform((kind) => kind ?? 'file'),
      /** POST /evidence takes it from the part. */
      filename: fileName.default(''),
      media_type: characters(z.string(), 255).default('application/octet-stream'),
    }).refine(isInOrder, outOfOrder),
    output: evidenceReceipt,
  },
} as const satisfies Record<string, IntakeCall>;

/** Upload address of a file: HEAD returns the offset, PATCH continues the upload, POST submits it as evidence. */
export function evidenceUploadPath(number: string): string {
  return `/open/v1/evidence/uploads/${number}`;
}

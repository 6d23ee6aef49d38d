import { z } from 'zod';
import { fileRoles } from '../../domain/evidence/manifest.ts';
import { anchorFields } from '../anchor-wire.ts';
import type { OpenCall } from './call.ts';
import { verifyPath } from './verification-path.ts';

const evidenceNumber = z
  .string()
  .transform((text) => text.trim().toUpperCase())
  .pipe(z.string().regex(/^[0-9A-F]{32}$/, 'must be 32 hex digits'));
const fileHash = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits'));

const verifiedFile = z.object({
  role: z.enum(fileRoles),
  sha256: z.string(),
  sm3: z.string(),
  size: z.number(),
});

/**
 * What the verification page learns: nothing of whose an evidence is or what it is called (security, 16). A hash alone gets no number and
 * no other file: whoever has a file learns that it was kept, not what else was.
 */
const verification = z.object({
  /**
   * `match`: kept, and in the log, with its timestamp where an authority is configured; `pending`: kept, and not as far yet; `none`:
   * nothing is known of it.
   */
  result: z.enum(['match', 'pending', 'none']),
  /** As asked for; null when it was asked by a hash. */
  number: z.string().nullable(),
  saveTime: z.string().nullable(),
  /** All originals and reports of the number; of a hash, the file that has it. */
  files: z.array(verifiedFile),
  /** The checkpoint that covers it first, and when it was signed. */
  checkpoint: z.string().nullable(),
  anchored_at: z.string().nullable(),
  ...anchorFields,
  /** Address of the proof's text; null when it was asked by a hash, or is not there yet. */
  proof: z.string().nullable(),
  /** Of a sandbox alone: that nothing of this proves anything. */
  notice: z.string().optional(),
});
export type Verification = z.output<typeof verification>;
export type VerifiedFile = z.output<typeof verifiedFile>;

export const verificationCalls = {
  verify: {
    method: 'GET',
    path: verifyPath,
    summary: '公开核验：按存证编号或文件 SHA-256 查询，不含个人信息',
    query: z
      .object({ number: evidenceNumber.optional(), sha256: fileHash.optional() })
      .refine(({ number, sha256 }) => (number === undefined) !== (sha256 === undefined), {
        path: ['number'],
        message: 'give either number or sha256',
      }),
    output: verification,
  },
} as const satisfies Record<string, OpenCall>;

import { z } from 'zod';
import { fileRoles } from '../../domain/proof/evidence/manifest.ts';
import { typedHash, typedNumber } from '../../domain/kit/text/typed.ts';
import { anchorFields, logFields } from '../anchor-wire.ts';
import type { OpenCall } from './call.ts';
import { comparing, inputObject } from './faults.ts';
import { verifyPath } from './verification-path.ts';

const evidenceNumber = z
  .string()
  .transform(typedNumber)
  .pipe(z.string().regex(/^[0-9A-F]{32}$/, 'must be 32 hex digits'));
const fileHash = z
  .string()
  .transform(typedHash)
  .pipe(z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits'));

const verifiedFile = z.object({
  role: z.enum(fileRoles),
  sha256: z.string(),
  sm3: z.string(),
  size: z.number(),
});

/**
 * Reply to the verification page. It does not reveal the owner or the title of an evidence (spec/security, 16). A query by hash gets no
 * number and no other file: someone who has a file learns that it was stored, not what else was.
 */
const verification = z.object({
  /** `match`: stored and in the log, timestamped if an authority is configured; `pending`: stored, not that far yet; `none`: unknown. */
  result: z.enum(['match', 'pending', 'none']),
  /** As requested; null for a query by hash. */
  number: z.string().nullable(),
  saveTime: z.string().nullable(),
  /** All originals and reports of the number; for a query by hash, only the matching file. */
  files: z.array(verifiedFile),
  /** The first checkpoint that covers it, and when it was signed. */
  checkpoint: z.string().nullable(),
  anchored_at: z.string().nullable(),
  ...anchorFields,
  ...logFields,
  /** Address of the proof's text; null for a query by hash, or while there is no proof. */
  proof: z.string().nullable(),
  /** Only for a sandbox: a notice that nothing here is evidence. */
  notice: z.string().optional(),
});
export type Verification = z.output<typeof verification>;
export type VerifiedFile = z.output<typeof verifiedFile>;

export const verificationCalls = {
  verify: {
    method: 'GET',
    path: verifyPath,
    summary: '公开核验：按存证编号或文件 SHA-256 查询，不含个人信息',
    query: inputObject({ number: evidenceNumber.optional(), sha256: fileHash.optional() }).refine(
      ({ number, sha256 }) => (number === undefined) !== (sha256 === undefined),
      {
        path: ['number'],
        message: 'is given instead of sha256, and one of the two is needed',
        ...comparing('number', 'sha256'),
      },
    ),
    output: verification,
  },
} as const satisfies Record<string, OpenCall>;

import { anchorFieldsOf, logFieldsOf } from '../../../contract/anchor-wire.ts';
import type { Verification, VerifiedFile } from '../../../contract/open/verification.ts';
import { proofPath } from '../../../contract/open/verification-path.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { anchorOf } from '../../custody/log/append.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { Database } from '../../platform/db/database.ts';

/** The third parties that anchors depend on. */
export type AttestorConfig = Pick<Config, 'chain' | 'timestamps'>;

export async function verifyNumber(db: Database, config: AttestorConfig, number: string): Promise<Verification> {
  const found = await db.selectFrom('evidence').select(['id', 'saved_at', 'log_entry']).where('number', '=', number).executeTakeFirst();
  if (!found) return unknown;
  const files = await filesOf(db).where('evidence_id', '=', found.id).where('role', '<>', 'details').orderBy('name').execute();
  const shown = await stateOf(db, config, found);
  return { ...shown, number, files: files.map(shownFile), proof: shown.result === 'match' ? proofPath(number) : null };
}

/** Of several evidences of one file, the first stored one. */
export async function verifyHash(db: Database, config: AttestorConfig, sha256: string): Promise<Verification> {
  const found = await filesOf(db)
    .innerJoin('evidence', 'evidence.id', 'evidence_file.evidence_id')
    .select(['saved_at', 'log_entry'])
    .where('role', '=', 'original')
    .where('evidence_file.sha256', '=', sha256)
    .orderBy('saved_at')
    .orderBy('evidence.id')
    .limit(1)
    .executeTakeFirst();
  if (!found) return unknown;
  return { ...(await stateOf(db, config, found)), number: null, files: [shownFile(found)], proof: null };
}

async function stateOf(
  db: Database,
  { chain, timestamps }: AttestorConfig,
  { saved_at, log_entry }: { saved_at: Date; log_entry: string | null },
) {
  const anchor = await anchorOf(db, log_entry, timestamps.url !== undefined);
  return {
    result: anchor ? ('match' as const) : ('pending' as const),
    saveTime: formatTime(saved_at),
    checkpoint: anchor?.checkpointSize ?? null,
    anchored_at: anchor ? formatTime(anchor.anchoredAt) : null,
    ...anchorFieldsOf(anchor, chain !== null),
    ...logFieldsOf(anchor),
  };
}

function filesOf(db: Database) {
  return db.selectFrom('evidence_file').select(['role', 'evidence_file.sha256', 'sm3', 'size_bytes']);
}

function shownFile({
  role,
  sha256,
  sm3,
  size_bytes,
}: {
  role: VerifiedFile['role'];
  sha256: string;
  sm3: string;
  size_bytes: string;
}): VerifiedFile {
  return { role, sha256, sm3, size: Number(size_bytes) };
}

const unknown: Verification = {
  result: 'none',
  number: null,
  saveTime: null,
  files: [],
  checkpoint: null,
  anchored_at: null,
  anchor_kind: null,
  blockchain_hash: null,
  block_height: null,
  chain_time: null,
  ...logFieldsOf(null),
  proof: null,
};

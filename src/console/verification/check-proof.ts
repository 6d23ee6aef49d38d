import { hexToBytes } from '@noble/hashes/utils.js';
import { parseCheckpoint, verifyCheckpoint } from '../../domain/tlog/checkpoint.ts';
import { verifyInclusion } from '../../domain/tlog/merkle-verify.ts';
import { parseVkey } from '../../domain/tlog/note-key.ts';
import { parseTlogProof } from '../../domain/tlog/tlog-proof.ts';

/** Whether a tlog-proof shows the leaf under a checkpoint that the key of this office signed. @param leafHash 64 hex digits. */
export function proofHolds(proof: Uint8Array, leafHash: string, vkey: string): boolean {
  const key = parseVkey(vkey);
  const read = parseTlogProof(proof);
  const signed = read.ok ? parseCheckpoint(read.value.checkpoint) : null;
  if (!key.ok || !read.ok || !signed?.ok || !/^[0-9a-f]{64}$/.test(leafHash)) return false;
  const { checkpoint, note } = signed.value;
  const isSigned = verifyCheckpoint(checkpoint, note, { origin: key.value.name, keys: [key.value] }).ok;
  return (
    isSigned &&
    verifyInclusion({
      index: read.value.index,
      proof: read.value.hashes,
      leafHash: hexToBytes(leafHash),
      size: checkpoint.size,
      root: checkpoint.root,
    }).ok
  );
}

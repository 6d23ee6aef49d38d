import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CertificateContent } from '../../../src/server/custody/documents/certificate-content.ts';

/** The complete content of an ordinary certificate; `changes` replace parts of it. */
export function certificateContent(changes: Partial<CertificateContent> = {}): CertificateContent {
  return {
    number: 'CZ20261121104512000031',
    officeName: '某某市公证处',
    holder: { name: '张三', kind: 'individual' },
    title: '侵权作品页面取证',
    kind: '网页取证',
    sender: 'capture',
    times: [
      { label: '取证时间', at: new Date('2026-11-21T02:45:01Z') },
      { label: '存证时间', at: new Date('2026-11-21T02:45:12Z') },
    ],
    files: [
      {
        name: '取证.zip',
        sizeBytes: 18_273_645,
        sha256: 'ff'.repeat(31) + 'f1',
        sm3: '66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0',
      },
    ],
    anchor: {
      kind: 'log',
      leafHash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      checkpoint: 128_734,
      at: new Date('2026-11-21T02:45:17Z'),
    },
    timestamp: { at: new Date('2026-11-21T02:45:18Z'), serial: '4a2f00918c33' },
    verifyUrl: 'https://notary.example.cn/verify?n=CZ20261121104512000031',
    keys: {
      logKeySha256: '5a'.repeat(32),
      officeSha256: 'c3'.repeat(32),
      publishedAt: 'https://notary.example.cn/.well-known/notary-keys.json',
    },
    issuedAt: new Date('2026-11-21T02:50:00Z'),
    ...changes,
  };
}

/** Runs a command on files with these contents in a folder of its own, which is deleted afterwards. @returns both outputs. */
export async function withFiles(files: Record<string, Uint8Array | string>, command: string, args: string[]) {
  return await inFolder(files, (folder) => promisify(execFile)(command, args, { cwd: folder, maxBuffer: 64 << 20 }));
}

export async function inFolder<Result>(
  files: Record<string, Uint8Array | string>,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'notary-pdf-'));
  try {
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

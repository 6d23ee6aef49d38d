import { createHash } from 'node:crypto';
import type { OfficePolicy } from '../../../src/server/custody/witnesses/office-policy.ts';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { cosign } from '../../../src/domain/proof/tlog/cosignatures/cosignature.ts';
import { formatVerifierKey } from '../../../src/domain/proof/tlog/cosignatures/verifier-key.ts';
import { sameBytes, utf8 } from '../../../src/domain/kit/bytes/bytes.ts';
import { parseCheckpoint, verifyCheckpoint } from '../../../src/domain/proof/tlog/checkpoint.ts';
import { verifyConsistency } from '../../../src/domain/proof/tlog/merkle-verify.ts';
import type { NoteKey } from '../../../src/domain/proof/tlog/note-key.ts';
import { originHash, parseAddCheckpoint, tlogSizeType } from '../../../src/domain/proof/tlog/witness/add-checkpoint.ts';
import { newCosigner } from '../../custody/cosigner.ts';

interface Reply {
  readonly status: number;
  readonly type?: string;
  readonly body?: string | Buffer;
  readonly location?: string;
}
/** Its answer to a path; null where it is honest. */
export type Lie = (path: string) => Reply | null | Promise<Reply | null>;

/** A witness of one log, in memory, with both kinds of keys at one address. Its answers may be replaced. */
export async function startSmallWitness(name: string, logKeys: () => readonly NoteKey[]) {
  const signers = [newCosigner(name), newCosigner(name, 'cosignature-ml-dsa-44')];
  /** By origin: its last cosigned checkpoint. */
  const heads = new Map<string, { size: number; root: Uint8Array; note: string }>();
  const requests: string[] = [];
  const witness = { lie: null as Lie | null, now: () => Math.floor(Date.now() / 1000) };

  function add(body: Buffer): Reply {
    const request = parseAddCheckpoint(body);
    const signed = request.ok ? parseCheckpoint(request.value.checkpoint) : null;
    if (!request.ok || !signed?.ok) return { status: 400 };
    const { checkpoint, note } = signed.value;
    const key = logKeys().find(({ name: origin }) => origin === checkpoint.origin);
    if (!key) return { status: 404 };
    if (!verifyCheckpoint(checkpoint, note, { origin: key.name, keys: [key] }).ok) return { status: 403 };
    const { oldSize, proof } = request.value;
    if (oldSize > checkpoint.size) return { status: 400 };
    const known = heads.get(checkpoint.origin);
    if (oldSize !== (known?.size ?? 0)) return { status: 409, type: tlogSizeType, body: `${known?.size ?? 0}\n` };
    if (known && oldSize === checkpoint.size && !sameBytes(known.root, checkpoint.root)) return { status: 422 };
    const held = known && verifyConsistency({ oldSize, newSize: checkpoint.size, oldRoot: known.root, newRoot: checkpoint.root, proof });
    if (held?.ok === false || (!known && proof.length > 0)) return { status: 422 };
    const lines = signers.map(({ key: own, sign }) => cosign(own, note.text, witness.now(), sign)).join('');
    heads.set(checkpoint.origin, { size: checkpoint.size, root: checkpoint.root, note: Buffer.from(request.value.checkpoint) + lines });
    return { status: 200, body: lines };
  }

  function show(path: string): Reply {
    const head = [...heads].find(([origin]) => path === `/${originHash(origin)}/checkpoint`)?.[1];
    return head ? { status: 200, body: head.note } : { status: 404 };
  }

  const answer = async (request: IncomingMessage): Promise<Reply> => {
    const body = await buffer(request);
    const path = request.url ?? '';
    requests.push(`${request.method ?? ''} ${path}${path === '/add-checkpoint' ? ` ${body.toString().split('\n', 1)[0] ?? ''}` : ''}`);
    const lie = await witness.lie?.(path);
    if (lie) return lie;
    return request.method === 'POST' && path === '/add-checkpoint' ? add(body) : show(path);
  };
  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, type = 'text/plain', body = '', location }) =>
        response.writeHead(status, { 'content-type': type, ...(location === undefined ? {} : { location }) }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(witness, {
    url,
    heads,
    requests,
    keys: signers.map(({ key }) => key),
    /** Its two lines of a policy, and the group that joins them. */
    policyLines: [
      ...signers.map(({ key }, at) => `witness ${name}-${at + 1} ${formatVerifierKey(key)} ${url}`),
      `group ${name} any ${name}-1 ${name}-2`,
    ],
    stop: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  });
}
export type SmallWitness = Awaited<ReturnType<typeof startSmallWitness>>;

/** A policy that requires this many of some witnesses. */
export function policyOf(witnesses: readonly Pick<SmallWitness, 'policyLines'>[], names: readonly string[], quorum: number): Uint8Array {
  const group = `group all-of-them ${quorum} ${names.join(' ')}`;
  return utf8([...witnesses.flatMap(({ policyLines }) => policyLines), group, 'quorum all-of-them', ''].join('\n'));
}

/** The policy as it is published where the witnesses are run by others. They are still asked on this machine. */
export function ofOutsiders(policy: OfficePolicy): OfficePolicy {
  const text = policy.text.replaceAll(/^(witness (w\d)-\d \S+) \S+$/gm, '$1 https://$2.witness.example');
  return { ...policy, text, sha256: createHash('sha256').update(text).digest() };
}

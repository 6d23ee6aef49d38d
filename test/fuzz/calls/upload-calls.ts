import { createHash } from 'node:crypto';
import { picture } from '../../installation/intake.ts';
import type { Plan } from '../plan.ts';
import type { Random } from '../random.ts';
import { hostileText } from '../values/hostile.ts';
import type { World } from '../world.ts';
import { plan } from './made.ts';

const bytes = picture('olive').toString('latin1');

/** A file for uploads, so that some of them can be completed. */
export const wholeUpload = { bytes, sha256: createHash('sha256').update(Buffer.from(bytes, 'latin1')).digest('hex') };
export const uploadVersion = '1.0.0';
export const chunkType = 'application/offset+octet-stream';

/** HEAD and PATCH of an upload (tus 1.0, core protocol): most at its current offset, the others with arbitrary headers. */
export function uploadPlan(random: Random, world: World): Plan {
  const isRecording = random.chance(0.5);
  const there = isRecording ? world.pools.recordings : world.pools.uploads;
  const open = world.pairs.uploads.filter((one) => one.isRecording === isRecording);
  const chosen = open.length > 0 && random.chance(0.8) ? random.pick(open) : undefined;
  const name = chosen?.number ?? (there.length > 0 && random.chance(0.7) ? random.pick(there) : addressable(hostileText(random)));
  const path = `${isRecording ? '/open/v1/uploads' : '/open/v1/evidence/uploads'}/${encodeURIComponent(name)}`;
  const who = random.chance(0.85) || !world.keys.has('enterprise') ? 'platform' : 'enterprise';
  const version: [string, string] = ['tus-resumable', random.chance(0.93) ? uploadVersion : headerText(random)];
  if (random.chance(0.3)) return plan({ call: 'uploadHead', method: 'HEAD', path, who, headers: [version] });
  const start = chosen && random.chance(0.8) ? chosen.offset : random.below(bytes.length + 2);
  const end = random.chance(0.4) ? bytes.length : start + random.below(200);
  const offset: [string, string] = ['upload-offset', random.chance(0.9) ? String(start) : headerText(random)];
  const length: [string, string] = ['upload-length', random.chance(0.9) ? String(bytes.length) : headerText(random)];
  const headers = [version, offset, length, offset].slice(0, random.chance(0.95) ? 3 : random.below(5));
  return plan({
    call: 'uploadPatch',
    method: 'PATCH',
    path,
    who,
    headers,
    raw: random.chance(0.9) ? bytes.slice(start, end) : random.bytes(random.pick([0, 1, 300, 100_000])).toString('latin1'),
    contentType: random.chance(0.95) ? chunkType : random.pick(['', 'application/json', 'text/plain']),
  });
}

const addressable = (text: string): string => text.slice(0, 300).replace(/\p{Surrogate}/gu, '');

/** Invalid forms of a number in a header, and some valid ones. */
function headerText(random: Random): string {
  const odd = [
    '',
    '-1',
    '0',
    '1e3',
    '0x10',
    ' 5',
    '5 5',
    '9007199254740993',
    '9'.repeat(15),
    '9'.repeat(16),
    '9'.repeat(400),
    '1.0',
    'NaN',
    '１',
  ];
  return random.pick(odd);
}

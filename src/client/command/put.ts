import { createHash, randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { chunkBytes } from '../send-chunks.ts';
import { exitCodes, patientMs, readWords, wholeNumber, type Command, type Context, type ExitCode } from './command.ts';
import { progressOf } from './progress.ts';
import { waitFor } from './wait.ts';
import { resolveOwner } from './owner.ts';
import { UsageError } from './usage-error.ts';

export const put: Command = {
  name: 'put',
  usage: 'FILE [--user ID] [--title TEXT] [--id UNIQUE_ID] [--wait] [--recording pro|move [--begin TIME] [--seconds N]]',
  summary: 'keep a file; the upload of a large one, or of a recording, goes on after a break, after a restart of this command too',
  retryForMs: patientMs,
  async run(context) {
    const words = readWords(context, {
      values: ['user', 'title', 'id', 'recording', 'begin', 'seconds'],
      flags: ['wait'],
    });
    const [path = ''] = words.positionals;
    const type = recordingType(words.value('recording'));
    if (type === null) throw new UsageError('--recording must be pro or move');
    const progress = await progressOf(path, context);
    const [client, settings] = [await context.client(), await context.settings()];
    const user_id = await resolveOwner(client, settings, words.value('user'));
    const title = words.value('title') ?? basename(path);
    const id = words.value('id');
    const options = { onProgress: progress.onProgress, signal: context.signal };
    let number: string;
    if (type === undefined) {
      const unique_id = id ?? (await uniqueIdOf(path, user_id, title));
      const kept = await client.uploadEvidence({ user_id, title, file: path, unique_id }, options).finally(progress.end);
      number = kept.baoquan;
      if (!words.flag('wait')) context.print(kept, `${number}  ${kept.saveTime}  ${kept.sha256}`);
    } else {
      const begin_at = words.value('begin') ?? shanghaiTime((await stat(path)).mtime);
      const fields = { user_id, type, name: title, begin_at, time_length: wholeNumber(words.value('seconds'), 'seconds', 0), file: path };
      // The same file is the same recording again, so the upload resumes.
      const unique_id = id ?? recordingId({ user_id, type, path, begin_at });
      const recorded = await client.uploadRecording({ ...fields, unique_id }, options).finally(progress.end);
      number = recorded.attestation_id;
      if (recorded.status === 'FAIL') return failed(context, recorded);
      if (!words.flag('wait')) context.print(recorded, `${number}  ${recorded.status}  ${recorded.sha256}`);
    }
    return words.flag('wait') ? waitFor(context, number) : exitCodes.done;
  },
};

/**
 * The same large file under the same title is the same evidence, so its upload resumes. A small file is sent in one call, and each call
 * makes new evidence.
 */
async function uniqueIdOf(path: string, user_id: string, title: string): Promise<string> {
  const { size, mtimeMs } = await stat(path);
  if (size <= chunkBytes) return randomUUID();
  const named = JSON.stringify([user_id, title, basename(path), size, mtimeMs]);
  return `notary-put-${createHash('sha256').update(named).digest('hex')}`;
}

interface Recording {
  readonly user_id: string;
  readonly type: 'pro' | 'move';
  readonly path: string;
  readonly begin_at: string;
}

/** At most 255 characters, as the office accepts: a longer name is hashed as a whole, because its end tells recordings apart. */
export function recordingId({ user_id, type, path, begin_at }: Recording): string {
  const named = `notary-put-${user_id}-${type}-${basename(path)}-${begin_at}`;
  return named.length <= 255 ? named : `notary-put-${createHash('sha256').update(named).digest('hex')}`;
}

/** `undefined` if none is given, null for an unknown type. */
function recordingType(text: string | undefined): 'pro' | 'move' | null | undefined {
  return text === undefined || text === 'pro' || text === 'move' ? text : null;
}

function failed(context: Context, recorded: { readonly attestation_id: string; readonly reason: string }): ExitCode {
  context.print(recorded, `${recorded.attestation_id}  FAIL  ${recorded.reason}`);
  return exitCodes.refused;
}

/** `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai, which has no daylight saving time. */
function shanghaiTime(at: Date): string {
  return new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}

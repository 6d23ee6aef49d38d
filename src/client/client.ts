import { CallMethods } from './call-methods.ts';
import type { RawAnswer } from './contract/values.ts';
import { waitForPackage } from './wait-for-package.ts';
import {
  readEvents,
  waitForEvent,
  type EventMatch,
  type EventOf,
  type EventType,
  type FeedOptions,
  type NotaryEvent,
  type WaitOptions,
} from './events.ts';
import {
  uploadEvidence,
  uploadFile,
  uploadRecording,
  type EvidenceInput,
  type EvidenceReceipt,
  type Recorded,
  type RecordingInput,
  type UploadInput,
} from './upload.ts';
import type { UploadOptions } from './send-chunks.ts';

/** Every call of `/open/v1`, and longer operations built from them. @throws NotaryRefusal, NotaryUnreachable, NotaryFault */
export class NotaryClient extends CallMethods {
  /** Sends the file of a recording. Resumes from the server's offset, also after each broken connection. */
  upload(input: UploadInput, options?: UploadOptions): Promise<void> {
    return uploadFile(this, input, options);
  }

  /**
   * Stores a file as evidence, as `createEvidence` does. A large file is sent in chunks, so that the upload resumes after a break, and with
   * the same `unique_id` also after an earlier process ended.
   */
  uploadEvidence(input: EvidenceInput, options?: UploadOptions): Promise<EvidenceReceipt> {
    return uploadEvidence(this, input, options);
  }

  /** Registers a recording and sends its file. With the same `unique_id` it resumes the upload of an earlier process. */
  uploadRecording(input: RecordingInput, options?: UploadOptions): Promise<Recorded> {
    return uploadRecording(this, input, options);
  }

  /**
   * The evidence package, waiting until it is complete: anchored and, where the office asks witnesses, cosigned as its policy requires.
   * @throws NotaryFault after `timeoutMs`, 600,000 by default.
   */
  package({ baoquan }: { readonly baoquan: string }, options?: WaitOptions): Promise<RawAnswer> {
    return waitForPackage(this, baoquan, options);
  }

  /** Yields events in order as they arrive. Never ends unless `untilEnd` is set. */
  events(options?: FeedOptions): AsyncGenerator<NotaryEvent, void, undefined> {
    return readEvents(this, options);
  }

  /**
   * The first event of a type whose data has these values, even if it came before the call. The object's state tells where to search, so
   * that a long feed costs nothing; with `after` the search begins there instead. @throws NotaryFault after `timeoutMs`.
   */
  waitFor<Type extends EventType>(match: EventMatch<Type>, options?: WaitOptions): Promise<EventOf<Type>> {
    return waitForEvent(this, match, options);
  }
}

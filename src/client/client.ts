import { CallMethods } from './call-methods.ts';
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

/** Every call of `/open/v1`, and what makes longer things of them. @throws NotaryRefusal, NotaryUnreachable, NotaryFault */
export class NotaryClient extends CallMethods {
  /** Sends the file of a recording from where the upload stands, and goes on there however often it breaks off. */
  upload(input: UploadInput, options?: UploadOptions): Promise<void> {
    return uploadFile(this, input, options);
  }

  /**
   * Keeps a file as evidence, as `createEvidence` does: a large one in chunks, so that it goes on after a break, and with the same
   * `unique_id` where an earlier process was ended.
   */
  uploadEvidence(input: EvidenceInput, options?: UploadOptions): Promise<EvidenceReceipt> {
    return uploadEvidence(this, input, options);
  }

  /** Registers a recording and sends its file. With the same `unique_id` it goes on where an earlier process was ended. */
  uploadRecording(input: RecordingInput, options?: UploadOptions): Promise<Recorded> {
    return uploadRecording(this, input, options);
  }

  /** Events one after another, as they come; without an end unless `untilEnd`. */
  events(options?: FeedOptions): AsyncGenerator<NotaryEvent, void, undefined> {
    return readEvents(this, options);
  }

  /**
   * The first event of a type whose data has these values; one from before the call is found too. The object's state says where to look, so
   * that a long feed costs nothing; `after` begins there instead. @throws NotaryFault after `timeoutMs`.
   */
  waitFor<Type extends EventType>(match: EventMatch<Type>, options?: WaitOptions): Promise<EventOf<Type>> {
    return waitForEvent(this, match, options);
  }
}

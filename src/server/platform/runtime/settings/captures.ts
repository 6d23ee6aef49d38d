import { z } from 'zod';
import { flag, optional, whole } from './forms.ts';

/** How web pages are captured, and the limits of one capture. */
export const captureSettings = {
  /** Path of a Chromium in a non-standard place. */
  chromiumPath: optional('CHROMIUM_PATH', z.string()),
  /** Whether the server also runs a capture worker. */
  worker: flag('CAPTURE_WORKER', true),
  /** Whether private, loopback and link-local addresses may be captured too. */
  allowPrivate: flag('CAPTURE_ALLOW_PRIVATE', false),
  /** Concurrent browsers of one worker. */
  atOnce: whole('CAPTURE_AT_ONCE', 2, { min: 1, max: 32 }),
  /** Captures of one user that may wait; more are refused until one has its turn. */
  waitingPerUser: whole('CAPTURE_WAITING_PER_USER', 100, { min: 1 }),
  /** A worker that does not renew its lease for this long counts as dead. */
  leaseSeconds: whole('CAPTURE_LEASE_SECONDS', 30, { min: 1, max: 3600 }),
  navigationSeconds: whole('CAPTURE_NAVIGATION_SECONDS', 30, { min: 1, max: 600 }),
  /** Limit of one capture, from the browser's start to the last file. */
  maxSeconds: whole('CAPTURE_MAX_SECONDS', 120, { min: 1, max: 3600 }),
  /** Limit of everything that the page loads. */
  maxBytes: whole('CAPTURE_MAX_BYTES', 209_715_200, { min: 1 }),
  /** Limit of a file that an address answers with; only captures with `as_is` keep files. */
  maxFileBytes: whole('CAPTURE_MAX_FILE_BYTES', 209_715_200, { min: 1 }),
  /** Limit of all processes of one browser together. */
  maxMemoryBytes: whole('CAPTURE_MAX_MEMORY_BYTES', 2_147_483_648, { min: 268_435_456 }),
  /** Allows captures as root in production, where Chromium runs without its sandbox. */
  withoutSandbox: flag('CAPTURE_WITHOUT_SANDBOX', false),
  maxRequests: whole('CAPTURE_MAX_REQUESTS', 2000, { min: 1 }),
  /** In CSS pixels; the picture of a longer page is cut off there. */
  maxHeight: whole('CAPTURE_MAX_HEIGHT', 16_000, { min: 100, max: 100_000 }),
  /** A page that is taller or wider than one picture is continued in further ones, up to this many. */
  maxPictures: whole('CAPTURE_MAX_PICTURES', 4, { min: 1, max: 20 }),
};

import { z } from 'zod';
import { flag, optional, whole } from './forms.ts';

/** How web pages are captured, and the limits of one capture. */
export const captureSettings = {
  /** A Chromium elsewhere than usual. */
  chromiumPath: optional('CHROMIUM_PATH', z.string()),
  /** Whether the server runs a worker beside itself. */
  worker: flag('CAPTURE_WORKER', true),
  /** Private, loopback and link-local addresses may be captured too. */
  allowPrivate: flag('CAPTURE_ALLOW_PRIVATE', false),
  /** Browsers of one worker. */
  atOnce: whole('CAPTURE_AT_ONCE', 2, { min: 1, max: 32 }),
  /** A worker that does not renew its lease for so long counts as gone. */
  leaseSeconds: whole('CAPTURE_LEASE_SECONDS', 30, { min: 1, max: 3600 }),
  navigationSeconds: whole('CAPTURE_NAVIGATION_SECONDS', 30, { min: 1, max: 600 }),
  /** From the browser's start to the last file. */
  maxSeconds: whole('CAPTURE_MAX_SECONDS', 120, { min: 1, max: 3600 }),
  /** Of everything that the page loads. */
  maxBytes: whole('CAPTURE_MAX_BYTES', 209_715_200, { min: 1 }),
  /** Of all processes of the browser together. */
  maxMemoryBytes: whole('CAPTURE_MAX_MEMORY_BYTES', 2_147_483_648, { min: 268_435_456 }),
  /** Captures run as root in production too, where Chromium has no sandbox. */
  withoutSandbox: flag('CAPTURE_WITHOUT_SANDBOX', false),
  maxRequests: whole('CAPTURE_MAX_REQUESTS', 2000, { min: 1 }),
  /** In CSS pixels; the picture of a longer page ends there. */
  maxHeight: whole('CAPTURE_MAX_HEIGHT', 16_000, { min: 100, max: 100_000 }),
};

import { flag, whole } from './forms.ts';

/** An installation where integrators try out, and nothing counts. */
export const sandboxSettings = {
  isOn: flag('SANDBOX', false),
  /** After so long it decides what waits, and pays what is ordered. */
  delaySeconds: whole('SANDBOX_DELAY_SECONDS', 3, { min: 0, max: 3600 }),
};

import { flag, whole } from './forms.ts';

/** An installation for integrators' tests, in which nothing has legal effect. */
export const sandboxSettings = {
  isOn: flag('SANDBOX', false),
  /** The delay after which it decides pending reviews and pays open orders automatically. */
  delaySeconds: whole('SANDBOX_DELAY_SECONDS', 3, { min: 0, max: 3600 }),
};

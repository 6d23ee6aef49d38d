import { flag } from './forms.ts';

/** Where events are sent. */
export const webhookSettings = {
  /** Private addresses, and plain http: for tests, and for an office's own network. */
  allowPrivate: flag('WEBHOOK_ALLOW_PRIVATE', false),
};

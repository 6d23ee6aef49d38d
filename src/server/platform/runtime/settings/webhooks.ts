import { flag } from './forms.ts';

/** Where events may be sent. */
export const webhookSettings = {
  /** Allows private addresses and plain http, for tests and for an office's own network. */
  allowPrivate: flag('WEBHOOK_ALLOW_PRIVATE', false),
};

import type { ReplyOf } from '../net/call.ts';

/** A row of the list. */
export type Erasure = ReplyOf<'GET', '/api/ajax/user/getErasures'>['list'][number];

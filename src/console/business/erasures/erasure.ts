import type { ReplyOf } from '../../kit/net/call.ts';

/** A row of the list. */
export type Erasure = ReplyOf<'GET', '/api/ajax/user/getErasures'>['list'][number];

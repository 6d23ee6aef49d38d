import { createEmitter } from '../net/emitter.ts';

/** Emitted when the server has newer data about the operator than the frame. */
export const operatorChanged = createEmitter();

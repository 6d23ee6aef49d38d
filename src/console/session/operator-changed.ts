import { createEmitter } from '../net/emitter.ts';

/** Emitted when the server has newer data of the operator than the frame. */
export const operatorChanged = createEmitter();

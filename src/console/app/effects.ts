import { toast } from '../kit/ui/toast.ts';
import type { Effects } from '../kit/net/verdict.ts';
import { operatorChanged } from '../kit/session/operator-changed.ts';
import { currentToken } from '../kit/session/token.ts';
import { endSession } from './root-view.ts';

/** The effects of a reply's verdict in the real console. */
export const consoleEffects: Effects = {
  currentToken,
  showSuccess: (text) => toast('success', text),
  showError: (text, durationMs) => toast('error', text, durationMs),
  endSession: endSession,
  reloadOperator: operatorChanged.emit,
};

import { toast } from '../kit/toast.ts';
import type { Effects } from '../kit/verdict.ts';
import { operatorNews } from './operator-news.ts';
import { currentToken } from './session.ts';
import { leave } from './stage.ts';

/** The verdict's effects on the real console. */
export const consoleEffects: Effects = {
  currentToken,
  showSuccess: (text) => toast('success', text),
  showError: (text, durationMs) => toast('error', text, durationMs),
  endSession: leave,
  lookAtOperator: operatorNews.tell,
};

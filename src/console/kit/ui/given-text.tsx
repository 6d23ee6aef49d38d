import type { ReactNode } from 'react';
import { turnsText, visibleText } from '../../../domain/kit/text/visible-text.ts';

/**
 * A text that somebody typed or a file brought, as people read it: what is hidden shows as a mark, and its direction stays its own. Texts
 * that need neither, nearly all, are rendered without an element. Other children are returned as they are.
 */
export function given(value: ReactNode): ReactNode {
  return typeof value === 'string' && turnsText(value) ? <bdi>{visibleText(value)}</bdi> : value;
}

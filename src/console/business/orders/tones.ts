import { payStatus } from '../../../domain/business/codes/orders.ts';
import type { Tone } from '../../kit/list/columns.ts';

const payTones: Record<(typeof payStatus.names)[number], Tone> = { unpaid: 'wait', paid: 'done', failed: 'failed', refunded: 'over' };

export function payTone(code: number): Tone {
  return payTones[payStatus.nameOf(code) ?? 'unpaid'];
}

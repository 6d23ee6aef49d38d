import { formatTime } from '../../../../domain/kit/text/time.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { insertDocument, takeSerial } from './document-store.ts';

/**
 * Numbers the document of a passed application and queues its production, in the transaction that passes it. Numbers restart at 1 each year
 * (Shanghai time) and have no gaps: concurrent calls wait for the year's row, and a rolled-back transaction returns its number.
 */
export async function numberDocument(tx: Tx, orderId: string, word: string, notary: string, at: Date): Promise<string> {
  const year = Number(formatTime(at).slice(0, 4));
  const serial = await takeSerial(tx, year);
  const number = documentNumber(year, word, serial);
  await insertDocument(tx, { order_id: orderId, year, serial, number, notary, passed_at: at });
  return number;
}

/** （2026）存公证字第1号 */
export function documentNumber(year: number, word: string, serial: number): string {
  return `（${year}）${word}公证字第${serial}号`;
}

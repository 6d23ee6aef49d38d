import { Readable } from 'node:stream';
import { formatYuan } from '../../domain/kit/text/money.ts';
import { formatTime } from '../../domain/kit/text/time.ts';
import type { StoredPicture } from '../../server/platform/db/json.ts';
import type { ObjectStore } from '../../server/platform/storage/store.ts';
import { finish, seal, template, waves, write } from './canvas.ts';

export interface TransferFace {
  readonly payer: string;
  readonly amountFen: number;
  readonly at: Date;
  readonly tradeNo: string;
  /** Purpose of the transfer. */
  readonly purpose: string;
}

/** Draws and stores a bank's receipt of a transfer. */
export async function storeTransfer(face: TransferFace, store: Pick<ObjectStore, 'put'>): Promise<StoredPicture> {
  const picture = await drawTransfer(face);
  const { sha256, sizeBytes } = await store.put(Readable.from([picture]), { maxBytes: 60_000 });
  return { sha256, mediaType: 'image/jpeg', sizeBytes };
}

/** A receipt of a bank transfer: a JPEG, 525 × 315. */
function drawTransfer({ payer, amountFen, at, tradeNo, purpose }: TransferFace): Promise<Buffer> {
  const sheet = receiptPaper();
  const { pen } = sheet;
  const value = { size: 14 };
  write(pen, formatTime(at), 130, 102, value);
  write(pen, tradeNo, 130, 132, value);
  write(pen, payer, 130, 166, value);
  write(pen, '公证处电子存证平台', 130, 200, value);
  write(pen, `人民币 ${formatYuan(amountFen)} 元`, 130, 234, { size: 17, weight: 'bold' });
  write(pen, purpose, 130, 268, value);
  return finish(sheet);
}

const receiptPaper = template(600, 360, (pen) => {
  pen.fillStyle = '#fbfdff';
  pen.fillRect(0, 0, 600, 360);
  waves(pen, 600, 360, 'rgba(90, 140, 210, 0.14)', 9);
  pen.strokeStyle = '#7b9cc9';
  pen.lineWidth = 1.5;
  pen.strokeRect(16, 16, 568, 328);
  write(pen, '银行电子回单', 300, 58, { size: 26, weight: 'bold', align: 'center', spacing: 6 });
  const caption = { size: 13, ink: '#4a6389' };
  for (const [text, y] of [
    ['交易时间', 102],
    ['交易流水号', 132],
    ['付款户名', 166],
    ['收款户名', 200],
    ['金　　额', 234],
    ['用　　途', 268],
  ] as const)
    write(pen, text, 40, y, caption);
  write(pen, '本回单为样例，不作为任何收付款的凭据', 40, 320, { size: 12, ink: '#7a8aa3' });
  seal(pen, '某某银行业务专用章', 490, 256, 50);
});

import { finish, seal, star, template, waves, write, writeWrapped } from './canvas.ts';

/** The fields of an invented certificate of the office. */
export interface CredentialFace {
  readonly title: string;
  readonly holder: string;
  readonly number: string;
  readonly issuer: string;
  /** `2024-01-01 至 2029-12-31` */
  readonly validity: string;
  /** Its statement, in a sentence or two. */
  readonly text: string;
}

/** A certificate of an authority in landscape: a JPEG, 1050 × 735. */
export function drawCredential(face: CredentialFace): Promise<Buffer> {
  const sheet = paper();
  const { pen } = sheet;
  write(pen, face.title, 600, 218, { size: 50, weight: 'bold', align: 'center', spacing: 6 });
  write(pen, `编号：${face.number}`, 600, 268, { size: 21, align: 'center', ink: '#7a5a22' });
  write(pen, face.holder, 150, 356, { size: 27, weight: 'bold' });
  writeWrapped(pen, face.text, 150, 416, { size: 24, perLine: 37, lineHeight: 44 });
  write(pen, `有效期：${face.validity}`, 150, 640, { size: 22 });
  write(pen, face.issuer, 1060, 690, { size: 24, align: 'right' });
  seal(pen, face.issuer, 955, 620, 92);
  return finish(sheet);
}

const paper = template(1200, 840, (pen) => {
  pen.fillStyle = '#fdfbf4';
  pen.fillRect(0, 0, 1200, 840);
  waves(pen, 1200, 840, 'rgba(190, 160, 110, 0.16)', 11);
  for (const [inset, width, ink] of [
    [26, 8, '#a9823f'],
    [42, 2, '#d8b878'],
  ] as const) {
    pen.strokeStyle = ink;
    pen.lineWidth = width;
    pen.strokeRect(inset, inset, 1200 - 2 * inset, 840 - 2 * inset);
  }
  star(pen, 600, 112, 34, '#c8402f');
  write(pen, '样例 · 本证书及其编号均为虚构，不代表任何机构', 600, 778, { size: 18, align: 'center', ink: '#8a8f99' });
});

import { finish, seal, star, template, waves, write, writeWrapped } from './canvas.ts';

export interface LicenceFace {
  readonly name: string;
  readonly creditCode: string;
  readonly legalPerson: string;
  readonly address: string;
  readonly trade: string;
  readonly capitalWan: number;
  /** `yyyyMMdd`. */
  readonly founded: string;
}

/** A business licence: a JPEG, 525 × 371. */
export function drawLicence(face: LicenceFace): Promise<Buffer> {
  const sheet = licencePaper();
  const { pen } = sheet;
  const value = { size: 14 };
  write(pen, face.creditCode, 62, 76, { size: 14, weight: 'bold', spacing: 0.6 });
  write(pen, face.name, 130, 170, { size: 15, weight: 'bold' });
  write(pen, face.name.endsWith('股份有限公司') ? '其他股份有限公司(非上市)' : '有限责任公司(自然人投资或控股)', 130, 202, value);
  write(pen, face.legalPerson, 130, 234, value);
  writeWrapped(pen, `${face.trade}领域内的技术开发、技术咨询、技术服务；货物进出口。`, 130, 266, { ...value, perLine: 13, lineHeight: 21 });
  write(pen, `${chineseAmount(face.capitalWan)}万元整`, 430, 170, value);
  write(pen, chineseDay(face.founded), 430, 202, value);
  writeWrapped(pen, face.address, 430, 234, { ...value, perLine: 9, lineHeight: 21 });
  write(pen, chineseDay(face.founded), 470, 380, { size: 13, align: 'center' });
  return finish(sheet);
}

export interface LetterFace {
  readonly company: string;
  readonly creditCode: string;
  readonly legalPerson: string;
  readonly agent: string;
  readonly agentIdCard: string;
  /** `yyyyMMdd`. */
  readonly day: string;
}

/** A letter by which a company authorises its agent: a JPEG, 420 × 560. */
export function drawLetter(face: LetterFace): Promise<Buffer> {
  const sheet = letterPaper();
  const { pen } = sheet;
  const text = { size: 16, perLine: 23, lineHeight: 31 };
  writeWrapped(
    pen,
    `　　兹授权本公司员工${face.agent}（身份证号：${face.agentIdCard}）` +
      `代表本公司办理电子数据存证平台的实名认证、证据保全及公证申请等事宜。`,
    56,
    150,
    text,
  );
  writeWrapped(pen, '　　受托人在授权范围内签署的文件，本公司均予以承认，并承担相应的法律责任。', 56, 262, text);
  writeWrapped(pen, '　　授权期限：自签署之日起一年。受托人无转委托权。', 56, 343, text);
  write(pen, `授权单位：${face.company}`, 56, 452, { size: 15 });
  write(pen, `统一社会信用代码：${face.creditCode}`, 56, 482, { size: 15 });
  write(pen, `法定代表人：${face.legalPerson}`, 56, 512, { size: 15 });
  write(pen, chineseDay(face.day), 424, 572, { size: 15, align: 'right' });
  seal(pen, face.company, 350, 530, 58);
  return finish(sheet);
}

const licencePaper = template(600, 424, (pen) => {
  pen.fillStyle = '#fdfaf2';
  pen.fillRect(0, 0, 600, 424);
  waves(pen, 600, 424, 'rgba(214, 170, 90, 0.20)', 8);
  for (const [inset, width, ink] of [
    [10, 6, '#b98a3c'],
    [18, 1.5, '#d8b878'],
  ] as const) {
    pen.strokeStyle = ink;
    pen.lineWidth = width;
    pen.strokeRect(inset, inset, 600 - 2 * inset, 424 - 2 * inset);
  }
  star(pen, 300, 54, 20, '#c8402f');
  write(pen, '营业执照', 306, 118, { size: 38, weight: 'bold', align: 'center', spacing: 12 });
  write(pen, '（副本 · 样例）', 300, 138, { size: 12, align: 'center' });
  const caption = { size: 13, ink: '#7a5a22' };
  write(pen, '统一社会信用代码', 62, 56, caption);
  for (const [text, x, y] of [
    ['名　　称', 62, 170],
    ['类　　型', 62, 202],
    ['法定代表人', 62, 234],
    ['经营范围', 62, 266],
    ['注册资本', 364, 170],
    ['成立日期', 364, 202],
    ['住　　所', 364, 234],
    ['登记机关', 364, 346],
  ] as const) {
    write(pen, text, x, y, caption);
  }
  seal(pen, '市场监督管理局样章', 470, 340, 44);
});

const letterPaper = template(480, 640, (pen) => {
  pen.fillStyle = '#fffefb';
  pen.fillRect(0, 0, 480, 640);
  write(pen, '授权委托书', 246, 92, { size: 30, weight: 'bold', align: 'center', spacing: 10 });
  pen.strokeStyle = '#b9bfc8';
  pen.lineWidth = 1;
  pen.strokeRect(28, 28, 424, 584);
});

function chineseDay(day: string): string {
  return `${day.slice(0, 4)}年${day.slice(4, 6)}月${day.slice(6, 8)}日`;
}

/** 50 → 伍拾, 1000 → 壹仟. Handles one leading digit, which suffices for the demo's companies. */
function chineseAmount(value: number): string {
  const text = String(value);
  const digit = ['零', '壹', '贰', '叁', '肆', '伍', '陆', '柒', '捌', '玖'][Number(text[0])] ?? '';
  return digit + (['', '拾', '佰', '仟'][text.length - 1] ?? '');
}

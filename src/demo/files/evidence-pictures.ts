import { finish, seal, template, waves, write, writeWrapped, type Pen } from '../pictures/canvas.ts';
import { seeded } from '../data/random.ts';

/** A sheet of water under a sky: a JPEG, 560 × 373. */
export function seaPhoto(variant: number, time: string): Promise<Buffer> {
  return photo(variant, time, (pen, random) => {
    gradient(pen, 0, 210, '#9fc3dd', '#e6eef2');
    gradient(pen, 210, 427, '#5d8aa0', '#31576a');
    waves(pen, 640, 427, `rgba(255, 255, 255, ${0.06 + random.int(0, 9) / 100})`, 11);
    pen.fillStyle = '#6b7a6a';
    for (let x = 0; x < 640; x += 40) pen.fillRect(x, 212 - random.int(8, 46), 42, 60);
  });
}

/** A stained wall. */
export function wallPhoto(variant: number, time: string): Promise<Buffer> {
  return photo(variant, time, (pen, random) => {
    gradient(pen, 0, 360, '#ece8df', '#ddd6c8');
    gradient(pen, 360, 427, '#9c7b5a', '#7d6146');
    for (let stain = 0; stain < 9; stain += 1) {
      pen.fillStyle = `rgba(122, 98, 60, ${0.05 + random.int(0, 8) / 100})`;
      pen.beginPath();
      pen.ellipse(random.int(120, 520), random.int(20, 260), random.int(20, 90), random.int(14, 70), random.int(0, 3), 0, 2 * Math.PI);
      pen.fill();
    }
  });
}

/** Boxes on a floor, one of them dented. */
export function goodsPhoto(variant: number, time: string): Promise<Buffer> {
  return photo(variant, time, (pen, random) => {
    gradient(pen, 0, 230, '#cfd3d6', '#b7bcc0');
    gradient(pen, 230, 427, '#8b8f92', '#6d7174');
    for (let box = 0; box < 4; box += 1) {
      const [x, height] = [40 + box * 148, random.int(120, 210)];
      pen.fillStyle = itemColour(random.int(0, 3));
      pen.fillRect(x, 350 - height, 132, height);
      pen.fillStyle = 'rgba(90, 60, 30, 0.35)';
      pen.fillRect(x + 58, 350 - height, 16, height);
      write(pen, `NO.${random.int(100, 999)}`, x + 12, 340, { size: 16, ink: '#54391c' });
    }
  });
}

export interface ContractFace {
  readonly title: string;
  readonly number: string;
  readonly holder: string;
  /** `yyyy-MM-dd`. */
  readonly day: string;
}

/** The last page of a contract: a JPEG, 521 × 737, the shape of A4. */
export function contractPage({ title, number, holder, day }: ContractFace): Promise<Buffer> {
  const sheet = contractPaper();
  const { pen } = sheet;
  const text = { size: 17, perLine: 28, lineHeight: 31 };
  write(pen, title, 298, 104, { size: 30, weight: 'bold', align: 'center', spacing: 6 });
  write(pen, `合同编号：${number.slice(0, 4)}-${number.slice(4, 10)}`, 64, 150, { size: 14, ink: '#5a6068' });
  writeWrapped(pen, `　　甲方：${holder}。乙方：样例合作方。双方本着平等自愿的原则，经友好协商订立本合同。`, 64, 200, text);
  writeWrapped(
    pen,
    '　　第一条　双方应当按照附件所列的内容、数量与期限履行各自的义务，并及时以书面方式通知对方履行中的重大变化。',
    64,
    280,
    text,
  );
  writeWrapped(pen, '　　第二条　任何一方违反约定的，应当赔偿对方因此受到的损失。因履行本合同发生争议的，由双方协商解决。', 64, 390, text);
  writeWrapped(pen, '　　第三条　本合同自双方签署之日起生效，以电子方式签署的与书面形式具有同等效力。', 64, 490, text);
  write(pen, '甲方（盖章）：', 64, 620, { size: 17 });
  write(pen, '乙方（盖章）：', 330, 620, { size: 17 });
  write(pen, `签署日期：${day}`, 330, 760, { size: 16 });
  seal(pen, '样例合作方合同专用章', 450, 670, 56);
  return finish(sheet);
}

const photoPaper = template(640, 427, () => undefined);
const contractPaper = template(596, 842, (pen) => {
  pen.fillStyle = '#fdfdfb';
  pen.fillRect(0, 0, 596, 842);
});

function photo(variant: number, time: string, paint: (pen: Pen, random: ReturnType<typeof seeded>) => void): Promise<Buffer> {
  const sheet = photoPaper();
  paint(sheet.pen, seeded('evidence photo', variant));
  write(sheet.pen, time, 622, 412, { size: 17, ink: '#ffd75e', align: 'right' });
  return finish(sheet);
}

function gradient(pen: Pen, top: number, bottom: number, from: string, to: string): void {
  const fill = pen.createLinearGradient(0, top, 0, bottom);
  fill.addColorStop(0, from);
  fill.addColorStop(1, to);
  pen.fillStyle = fill;
  pen.fillRect(0, top, 640, bottom - top);
}

function itemColour(at: number): string {
  return ['#c49a6c', '#b98b5a', '#d0a87c'][at] ?? '#c49a6c';
}

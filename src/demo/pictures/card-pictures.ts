import { finish, roundedBox, star, template, waves, write, writeWrapped, type Pen, type Sheet } from './canvas.ts';
import { seeded, type Random } from '../data/random.ts';

/** The fields of an identity card. */
export interface CardFace {
  readonly name: string;
  readonly sex: string;
  /** `yyyyMMdd`. */
  readonly birth: string;
  readonly address: string;
  readonly idCard: string;
}

/** Portrait side of an identity card: a JPEG, 420 × 265. */
export function drawCardFront(face: CardFace): Promise<Buffer> {
  return finish(cardFront(face));
}

/** Emblem side: the issuing authority and the validity. */
export function drawCardBack(authority: string, from: string, until: string): Promise<Buffer> {
  const sheet = backPaper();
  write(sheet.pen, authority, 205, 222, { size: 17, weight: 'bold' });
  write(sheet.pen, `${from}-${until}`, 205, 259, { size: 17, weight: 'bold' });
  return finish(sheet);
}

/** The holder at a desk, holding the portrait side: a JPEG, 420 × 315. */
export function drawHandheld(face: CardFace): Promise<Buffer> {
  const random = seeded('scene', face.idCard);
  const sheet = room();
  const { pen } = sheet;
  pen.fillStyle = `hsl(${random.int(0, 360)} 35% 60% / 0.18)`;
  pen.fillRect(0, 0, 480, 360);
  drawPortrait(pen, 168, 172, 1.62, appearanceOf(face));
  pen.save();
  pen.translate(318, 258);
  pen.rotate(random.int(-9, 4) / 100);
  // Two soft edges replace a blurred shadow, which would cost more than all the rest.
  pen.fillStyle = 'rgba(0, 0, 0, 0.10)';
  for (const edge of [3, 6]) {
    roundedBox(pen, -124 - edge / 2, -78, 248 + edge, 157 + edge, 8);
    pen.fill();
  }
  pen.drawImage(cardFront(face).canvas, -124, -78, 248, 157);
  drawHand(pen, appearanceOf(face).skin);
  pen.restore();
  return finish(sheet);
}

function cardFront(face: CardFace): Sheet {
  const sheet = frontPaper();
  const { pen } = sheet;
  const month = String(Number(face.birth.slice(4, 6)));
  const day = String(Number(face.birth.slice(6, 8)));
  write(pen, face.name, 98, 58, { size: 23, weight: 'bold', spacing: 2 });
  write(pen, face.sex, 98, 96, { size: 18 });
  write(pen, '汉', 212, 96, { size: 18 });
  write(pen, face.birth.slice(0, 4), 98, 134, { size: 18 });
  write(pen, month, 178, 134, { size: 18, align: 'center' });
  write(pen, day, 226, 134, { size: 18, align: 'center' });
  writeWrapped(pen, face.address, 98, 172, { size: 16, perLine: 13, lineHeight: 23 });
  write(pen, face.idCard, 168, 270, { size: 22, weight: 'bold', spacing: 2.4 });
  pen.save();
  roundedBox(pen, 326, 44, 122, 160, 8);
  pen.clip();
  pen.fillStyle = '#e4ebf1';
  pen.fillRect(326, 44, 122, 160);
  drawPortrait(pen, 387, 118, 0.86, appearanceOf(face));
  pen.restore();
  return sheet;
}

const frontPaper = template(480, 303, (pen) => {
  cardPaper(pen);
  const caption = { size: 16, ink: '#2f6fae' };
  for (const [text, x, y] of [
    ['姓名', 40, 57],
    ['性别', 40, 95],
    ['民族', 158, 95],
    ['出生', 40, 133],
    ['年', 142, 133],
    ['月', 190, 133],
    ['日', 240, 133],
    ['住址', 40, 171],
    ['公民身份号码', 40, 268],
  ] as const) {
    write(pen, text, x, y, caption);
  }
});

const backPaper = template(480, 303, (pen) => {
  cardPaper(pen);
  // Not the national emblem: a circle with a star marks its place.
  pen.strokeStyle = '#c23b34';
  pen.lineWidth = 5;
  pen.beginPath();
  pen.arc(92, 92, 46, 0, Math.PI * 2);
  pen.stroke();
  star(pen, 92, 90, 30, '#c23b34');
  write(pen, '演 示 用 证 件', 305, 84, { size: 25, weight: 'bold', align: 'center' });
  write(pen, '居民身份证', 305, 138, { size: 36, weight: 'bold', align: 'center', spacing: 8 });
  write(pen, '签发机关', 112, 221, { size: 16, ink: '#2f6fae' });
  write(pen, '有效期限', 112, 258, { size: 16, ink: '#2f6fae' });
});

const room = template(480, 360, (pen) => {
  const wall = pen.createLinearGradient(0, 0, 480, 300);
  wall.addColorStop(0, '#eef1f3');
  wall.addColorStop(1, '#ccd5da');
  pen.fillStyle = wall;
  pen.fillRect(0, 0, 480, 360);
  pen.fillStyle = '#dfe9f2';
  pen.fillRect(330, 24, 120, 140);
  pen.strokeStyle = '#fff';
  pen.lineWidth = 6;
  pen.strokeRect(330, 24, 120, 140);
  pen.strokeRect(330, 24, 60, 140);
  pen.fillStyle = '#9a7b5f';
  pen.fillRect(0, 330, 480, 30);
});

function cardPaper(pen: Pen): void {
  pen.fillStyle = '#c9d2d9';
  pen.fillRect(0, 0, 480, 303);
  roundedBox(pen, 6, 6, 468, 291, 18);
  const paper = pen.createLinearGradient(0, 0, 480, 303);
  paper.addColorStop(0, '#f2f8fb');
  paper.addColorStop(0.5, '#fdf6f1');
  paper.addColorStop(1, '#e8f3f6');
  pen.fillStyle = paper;
  pen.fill();
  pen.save();
  pen.clip();
  waves(pen, 480, 303, 'rgba(90, 160, 190, 0.22)');
  pen.restore();
}

interface Appearance {
  readonly skin: string;
  readonly hair: string;
  readonly coat: string;
  readonly longHair: boolean;
}

/** Derives the holder's appearance, the same on the card and in the scene. */
function appearanceOf({ idCard, sex }: CardFace): Appearance {
  const random: Random = seeded('look', idCard);
  return {
    skin: random.pick(['#f0cdb0', '#e8bf9d', '#f3d6bd', '#dcb08c']),
    hair: random.pick(['#23201f', '#2f2723', '#3a2f2a', '#4a4543']),
    coat: `hsl(${random.int(190, 360)} ${random.int(15, 45)}% ${random.int(28, 48)}%)`,
    longHair: sex === '女',
  };
}

/** Head and shoulders around the middle of the face (x, y). */
function drawPortrait(pen: Pen, x: number, y: number, scale: number, appearance: Appearance): void {
  pen.save();
  pen.translate(x, y);
  pen.scale(scale, scale);
  const oval = (cx: number, cy: number, rx: number, ry: number, ink: string) => {
    pen.fillStyle = ink;
    pen.beginPath();
    pen.ellipse(cx, cy, rx, ry, 0, 0, Math.PI * 2);
    pen.fill();
  };
  if (appearance.longHair) {
    pen.fillStyle = appearance.hair;
    roundedBox(pen, -36, -40, 72, 92, 32);
    pen.fill();
  }
  oval(0, 118, 72, 68, appearance.coat);
  pen.fillStyle = appearance.skin;
  pen.fillRect(-12, 24, 24, 34);
  pen.fillStyle = '#fff';
  pen.beginPath();
  pen.moveTo(-16, 52);
  pen.lineTo(0, 74);
  pen.lineTo(16, 52);
  pen.closePath();
  pen.fill();
  oval(0, -26, 33, 26, appearance.hair);
  oval(-30, 2, 5, 9, appearance.skin);
  oval(30, 2, 5, 9, appearance.skin);
  oval(0, 0, 29, 37, appearance.skin);
  oval(appearance.longHair ? 4 : 0, -31, 27, 13, appearance.hair);
  for (const side of [-11, 11]) oval(side, -1, 2.6, 2.6, '#2a2422');
  pen.strokeStyle = '#a8604f';
  pen.lineWidth = 2;
  pen.beginPath();
  pen.arc(0, 13, 8, 0.35, Math.PI - 0.35);
  pen.stroke();
  pen.restore();
}

/** Fingers over the lower left edge of the card. */
function drawHand(pen: Pen, skin: string): void {
  pen.strokeStyle = skin;
  pen.lineCap = 'round';
  pen.lineWidth = 17;
  for (const [at, reach] of [
    [0, 26],
    [19, 30],
    [38, 26],
  ] as const) {
    pen.beginPath();
    pen.moveTo(-148, 30 + at);
    pen.lineTo(-128 + reach - 10, 26 + at);
    pen.stroke();
  }
}

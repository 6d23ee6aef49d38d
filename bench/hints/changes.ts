import { createCanvas, type Image, type SKRSContext2D } from '@napi-rs/canvas';

/** A change that a picture may undergo before another user submits it. */
export type Change = (image: Image) => Promise<Buffer>;

/** The twelve changes of the measurement. */
export const changes: Readonly<Record<string, Change>> = {
  'JPEG 40': compressed(40),
  'JPEG 15': compressed(15),
  'half the size': sized(0.5),
  '1.7 times the size': sized(1.7),
  '4 % cut off all around': cut(0.04, 0.04, 0.04, 0.04),
  '7 % and 5 % cut off two sides': cut(0.07, 0, 0, 0.05),
  'a quarter brighter': filtered('brightness(1.25)'),
  'much darker': filtered('brightness(0.6)'),
  'less contrast': filtered('contrast(0.6)'),
  'turned by 1.5°': turned(1.5),
  'turned by -3°': turned(-3),
  'cut, smaller, brighter, turned, JPEG 50': (image) =>
    draw(image.width * 0.744, image.height * 0.752, 50, (pen) => {
      pen.filter = 'brightness(1.1)';
      pen.translate(image.width * 0.4, image.height * 0.4);
      pen.rotate((1.2 * Math.PI) / 180);
      pen.drawImage(image, -image.width * 0.43, -image.height * 0.43, image.width * 0.8, image.height * 0.8);
    }),
};

function draw(width: number, height: number, quality: number, paint: (pen: SKRSContext2D) => void): Promise<Buffer> {
  const canvas = createCanvas(Math.round(width), Math.round(height));
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#888';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = 'high';
  paint(pen);
  return canvas.encode('jpeg', quality);
}

function compressed(quality: number): Change {
  return (image) => draw(image.width, image.height, quality, (pen) => pen.drawImage(image, 0, 0));
}

function sized(scale: number): Change {
  return (image) => {
    const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
    return draw(width, height, 80, (pen) => pen.drawImage(image, 0, 0, width, height));
  };
}

/** Crops by shares of the sides, from the left clockwise. */
function cut(left: number, top: number, right: number, bottom: number): Change {
  return (image) =>
    draw(image.width * (1 - left - right), image.height * (1 - top - bottom), 80, (pen) =>
      pen.drawImage(image, -image.width * left, -image.height * top),
    );
}

function filtered(filter: string): Change {
  return (image) =>
    draw(image.width, image.height, 80, (pen) => {
      pen.filter = filter;
      pen.drawImage(image, 0, 0);
    });
}

function turned(degrees: number): Change {
  return (image) =>
    draw(image.width, image.height, 80, (pen) => {
      pen.translate(image.width / 2, image.height / 2);
      pen.rotate((degrees * Math.PI) / 180);
      pen.drawImage(image, -image.width / 2, -image.height / 2);
    });
}

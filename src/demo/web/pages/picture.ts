import { seeded } from '../../data/random.ts';

/** A drawing in few flat colours for an address such as `/picture/1234-420x420.svg`; null for any other address. */
export function demoPicture(path: string): string | null {
  const [, name = '', width = '', height = ''] = /^\/picture\/(\d+)-(\d+)x(\d+)\.svg$/.exec(path) ?? [];
  if (name === '') return null;
  const random = seeded('pages', 'picture', name);
  const [wide, high] = [Number(width), Number(height)];
  const hue = random.int(0, 360);
  const shapes = Array.from({ length: random.int(3, 6) }, (_, at) => {
    const tone = `hsl(${(hue + at * 25) % 360} ${random.int(25, 50)}% ${random.int(45, 75)}%)`;
    const [x, y, size] = [
      random.int(0, wide),
      random.int(Math.floor(high / 3), high),
      random.int(Math.floor(high / 6), Math.floor(high / 2)),
    ];
    return random.chance(50)
      ? `<circle cx="${x}" cy="${y}" r="${size}" fill="${tone}"/>`
      : `<path d="M${x - size * 2} ${high} L${x} ${high - size} L${x + size * 2} ${high} Z" fill="${tone}"/>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}">` +
    `<rect width="${wide}" height="${high}" fill="hsl(${hue} 30% 88%)"/>${shapes.join('')}</svg>`
  );
}

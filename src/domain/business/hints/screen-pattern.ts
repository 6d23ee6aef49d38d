import type { Luma } from './luma.ts';

const side = 256;

/**
 * How far the strongest fine pattern stands out. The grids of a screen and of the camera form exactly periodic stripes, so one frequency is
 * far stronger than its neighbours. 0 for a picture that is too small.
 */
export function screenRatio(luma: Luma): number {
  if (luma.width < side || luma.height < side) return 0;
  const power = spectrum(window(luma));
  let most = 0;
  for (let v = -side / 2 + 6; v < side / 2 - 6; v += 1)
    for (let u = 0; u < side / 2 - 6; u += 1) {
      const distance = Math.hypot(u, v);
      // Coarser stripes belong to the picture's content; stripes along the axes and at eighths come from JPEG blocks.
      if (distance < side * 0.16 || isOfBlocks(u, v)) continue;
      const own = at(power, u, v);
      if (own <= most * 1e-3) continue;
      most = Math.max(most, own / around(power, u, v));
    }
  return most;
}

function isOfBlocks(u: number, v: number): boolean {
  const near = (place: number) => Math.abs(place - Math.round(place / 32) * 32) <= 2;
  return u <= 2 || Math.abs(v) <= 2 || (near(u) && near(v));
}

/** Mean amplitude in a ring around a frequency. */
function around(power: Float32Array, u: number, v: number): number {
  let [sum, count] = [0, 0];
  for (let dv = -6; dv <= 6; dv += 1)
    for (let du = -6; du <= 6; du += 1) {
      if (Math.abs(du) < 3 && Math.abs(dv) < 3) continue;
      sum += at(power, u + du, v + dv);
      count += 1;
    }
  return sum / count + 1;
}

function at(power: Float32Array, u: number, v: number): number {
  return power[((v + side) % side) * side + ((u + side) % side)] ?? 0;
}

/** The centre of the picture, faded out towards its edges. */
function window({ width, height, values }: Luma): Float32Array {
  const [left, top] = [(width - side) >> 1, (height - side) >> 1];
  const fade = Float32Array.from({ length: side }, (_, place) => 0.5 - 0.5 * Math.cos((2 * Math.PI * place) / side));
  const out = new Float32Array(side * side);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      out[y * side + x] = ((values[(top + y) * width + left + x] ?? 0) - 128) * (fade[x] ?? 0) * (fade[y] ?? 0);
  return out;
}

/** Amplitude of each frequency, transformed by rows and then by columns. */
function spectrum(values: Float32Array): Float32Array {
  const real = Float32Array.from(values);
  const imaginary = new Float32Array(values.length);
  for (let line = 0; line < side; line += 1) transform(real, imaginary, line * side, 1);
  for (let line = 0; line < side; line += 1) transform(real, imaginary, line, side);
  return real.map((value, place) => Math.hypot(value, imaginary[place] ?? 0));
}

/** In-place Fourier transform of one line. Source: Cooley and Tukey, radix 2. */
function transform(real: Float32Array, imaginary: Float32Array, start: number, step: number): void {
  for (let place = 1, other = 0; place < side; place += 1) {
    let bit = side >> 1;
    for (; (other & bit) !== 0; bit >>= 1) other ^= bit;
    other |= bit;
    if (place < other) swap(real, imaginary, start + place * step, start + other * step);
  }
  for (let length = 2; length <= side; length *= 2)
    for (let turn = 0; turn < length / 2; turn += 1) {
      const angle = (-2 * Math.PI * turn) / length;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      for (let place = turn; place < side; place += length) {
        const [one, other] = [start + place * step, start + (place + length / 2) * step];
        const re = (real[other] ?? 0) * cos - (imaginary[other] ?? 0) * sin;
        const im = (real[other] ?? 0) * sin + (imaginary[other] ?? 0) * cos;
        [real[other], imaginary[other]] = [(real[one] ?? 0) - re, (imaginary[one] ?? 0) - im];
        [real[one], imaginary[one]] = [(real[one] ?? 0) + re, (imaginary[one] ?? 0) + im];
      }
    }
}

function swap(real: Float32Array, imaginary: Float32Array, one: number, other: number): void {
  [real[one], real[other]] = [real[other] ?? 0, real[one] ?? 0];
  [imaginary[one], imaginary[other]] = [imaginary[other] ?? 0, imaginary[one] ?? 0];
}

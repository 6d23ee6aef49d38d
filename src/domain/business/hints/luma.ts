/** Brightness of a picture's pixels, 0 to 255, row by row. */
export interface Luma {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

/** Brightness of RGBA pixels. Transparent pixels are drawn on white. Source: ITU-R BT.601. */
export function lumaOf(rgba: Uint8Array | Uint8ClampedArray, width: number, height: number): Luma {
  const values = new Float32Array(width * height);
  for (let at = 0, byte = 0; at < values.length; at += 1, byte += 4) {
    const opacity = (rgba[byte + 3] ?? 0) / 255;
    const ink = 0.299 * (rgba[byte] ?? 0) + 0.587 * (rgba[byte + 1] ?? 0) + 0.114 * (rgba[byte + 2] ?? 0);
    values[at] = ink * opacity + 255 * (1 - opacity);
  }
  return { width, height, values };
}

/** Resizes a picture: averages when shrinking, interpolates when enlarging. */
export function resized(luma: Luma, width: number, height: number): Luma {
  const narrow = filtered(luma.values, luma.width, luma.height, weightsFor(luma.width, width));
  const turned = filtered(narrow, luma.height, width, weightsFor(luma.height, height));
  return { width, height, values: turned };
}

/** Applies a Gaussian blur with this radius in pixels. Pixels at the edge are repeated outwards. */
export function blurred({ width, height, values }: Luma, sigma: number): Luma {
  if (sigma > 4) return softened({ width, height, values }, sigma);
  const reach = Math.ceil(sigma * 2.5);
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, at) => Math.exp(-((at - reach) ** 2) / (2 * sigma * sigma)));
  const sum = kernel.reduce((total, weight) => total + weight, 0);
  const weights = new Float32Array(kernel.map((weight) => weight / sum));
  const spread = (length: number): Weights => ({
    count: length,
    taps: weights.length,
    first: Int32Array.from({ length }, (_, at) => at - reach),
    weights: () => weights,
  });
  const narrow = filtered(values, width, height, spread(width));
  return { width, height, values: filtered(narrow, height, width, spread(height)) };
}

/** Approximates a wide Gaussian by three running means, whose cost does not depend on the width. */
function softened({ width, height, values }: Luma, sigma: number): Luma {
  const reach = Math.max(1, Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2));
  const [from, to] = [Float32Array.from(values), new Float32Array(values.length)];
  for (let turn = 0; turn < 3; turn += 1) {
    averaged(from, to, width, height, reach);
    averaged(to, from, height, width, reach);
  }
  return { width, height, values: from };
}

/** Mean of each value of a row with `reach` neighbours on both sides. The result is written as a column. */
function averaged(from: Float32Array, to: Float32Array, width: number, height: number, reach: number): void {
  const share = 1 / (2 * reach + 1);
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    let sum = 0;
    for (let x = -reach; x <= reach; x += 1) sum += from[row + clamp(x, width)] ?? 0;
    for (let x = 0; x < width; x += 1) {
      to[x * height + y] = sum * share;
      sum += (from[row + clamp(x + reach + 1, width)] ?? 0) - (from[row + clamp(x - reach, width)] ?? 0);
    }
  }
}

/** Subtracts one picture from another of the same size. */
export function difference(a: Luma, b: Luma): Luma {
  return { ...a, values: a.values.map((value, at) => value - (b.values[at] ?? 0)) };
}

/** The absolute value below which this share of the values lies, estimated from a sample. */
export function quantile(values: Float32Array, share: number): number {
  const sample: number[] = [];
  for (let at = 0; at < values.length; at += 7) sample.push(Math.abs(values[at] ?? 0));
  sample.sort((a, b) => a - b);
  return sample[Math.floor(share * (sample.length - 1))] ?? 0;
}

/** Which input values each output value is computed from: `taps` values, starting at `first`. */
interface Weights {
  readonly count: number;
  readonly taps: number;
  readonly first: Int32Array;
  weights(at: number): Float32Array;
}

/** Filters each row and writes it as a column. Applying it twice filters both directions and restores the orientation. */
function filtered(values: Float32Array, width: number, height: number, { count, taps, first, weights }: Weights): Float32Array {
  const out = new Float32Array(count * height);
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    for (let at = 0; at < count; at += 1) {
      const own = weights(at);
      const start = first[at] ?? 0;
      let sum = 0;
      if (start >= 0 && start + taps <= width)
        for (let tap = 0; tap < taps; tap += 1) sum += (values[row + start + tap] ?? 0) * (own[tap] ?? 0);
      else for (let tap = 0; tap < taps; tap += 1) sum += (values[row + clamp(start + tap, width)] ?? 0) * (own[tap] ?? 0);
      out[at * height + y] = sum;
    }
  }
  return out;
}

function clamp(place: number, length: number): number {
  return place < 0 ? 0 : place >= length ? length - 1 : place;
}

/** A triangular kernel over the old pixels, as wide as a new pixel. */
function weightsFor(from: number, to: number): Weights {
  const scale = from / to;
  const radius = Math.max(1, scale);
  const taps = Math.ceil(radius * 2) + 1;
  const first = new Int32Array(to);
  const all = Array.from({ length: to }, (_, at) => {
    const centre = (at + 0.5) * scale - 0.5;
    const start = Math.ceil(centre - radius);
    first[at] = start;
    const own = Float32Array.from({ length: taps }, (_, tap) => Math.max(0, 1 - Math.abs(start + tap - centre) / radius));
    const sum = own.reduce((total, weight) => total + weight, 0);
    return own.map((weight) => weight / sum);
  });
  const none = new Float32Array(taps);
  return { count: to, taps, first, weights: (at) => all[at] ?? none };
}

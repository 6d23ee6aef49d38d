import { normalizeSize } from './fingerprint.ts';
import { blurred, difference, quantile, type Luma } from './luma.ts';
import { screenRatio } from './screen-pattern.ts';

/** Possible faults of a photograph, each found by a rule with a bound. None is a verdict. */
export const pictureFaults = ['small', 'blurred', 'bright', 'screen'] as const;
export type PictureFault = (typeof pictureFaults)[number];

export const faultBounds = { shortSide: 240, sharpness: 0.25, bright: 0.4, screen: 12 } as const;

export interface PictureMeasures {
  /** Pixels of the shorter side. */
  readonly shortSide: number;
  /** Strength of the finest strokes relative to the next coarser ones. */
  readonly sharpness: number;
  /** Share of the picture that is brighter than paper is in a photograph. */
  readonly bright: number;
  /** How far the strongest fine pattern exceeds its surroundings in the spectrum. */
  readonly screen: number;
}

/** @param size of the original picture, of which `luma` may be a smaller copy. */
export function measure(luma: Luma, size: { readonly width: number; readonly height: number }): PictureMeasures {
  const sized = normalizeSize(luma);
  const soft = blurred(sized, 1);
  const fine = quantile(difference(sized, soft).values, 0.98);
  const coarse = quantile(difference(soft, blurred(sized, 4)).values, 0.98);
  return {
    shortSide: Math.min(size.width, size.height),
    sharpness: coarse === 0 ? 0 : fine / coarse,
    bright: sized.values.reduce((count, value) => (value >= 252 ? count + 1 : count), 0) / sized.values.length,
    screen: screenRatio(luma),
  };
}

/** A document on white paper is naturally bright, so `bright` does not apply to it. */
export function faultsOf(measures: PictureMeasures, isDocument: boolean): PictureFault[] {
  const { shortSide, sharpness, bright, screen } = measures;
  return [
    ...(shortSide < faultBounds.shortSide ? (['small'] as const) : []),
    ...(sharpness < faultBounds.sharpness ? (['blurred'] as const) : []),
    ...(bright > faultBounds.bright && !isDocument ? (['bright'] as const) : []),
    ...(screen > faultBounds.screen ? (['screen'] as const) : []),
  ];
}

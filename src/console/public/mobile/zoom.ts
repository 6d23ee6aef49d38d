/** Sizes of a picture, as multiples of the page's width. The text of a page captured at a desktop's width is readable on a phone at 4. */
export const zooms = [1, 1.5, 2, 3, 4] as const;
export type Zoom = (typeof zooms)[number];

/** The next larger or smaller size; the same at the end. */
export function nextZoom(zoom: Zoom, step: 1 | -1): Zoom {
  return zooms[zooms.indexOf(zoom) + step] ?? zoom;
}

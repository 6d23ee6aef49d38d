/** Colour themes of a page. */
export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** How tightly rows and controls are spaced. */
export const densities = ['standard', 'compact'] as const;
export type Density = (typeof densities)[number];

/** What a page is painted in. */
export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** How close its rows and controls stand. */
export const densities = ['standard', 'compact'] as const;
export type Density = (typeof densities)[number];

import type { ComponentType } from 'react';
import type { Screen } from '../screen/screen.ts';
import { matchScreen } from './screens.tsx';

const ready = new Map<Screen['load'], ComponentType>();

/**
 * Loads a screen's chunk and keeps it: it is rendered at once afterwards, without a moment of waiting. Free of React, for the page's entry.
 */
export async function loadScreen(screen: Screen): Promise<ComponentType> {
  const component = await screen.load();
  ready.set(screen.load, component);
  return component;
}

/** Loads the screen of an address ahead: for a pointer that rests on its link, or while the operator types his password. */
export async function preloadScreen(path: string): Promise<void> {
  const screen = matchScreen(path)?.screen;
  if (screen) await loadScreen(screen).catch(() => undefined); // opening it reports
}

/** The screen's component when its chunk has come. */
export function loadedScreen(screen: Screen): ComponentType | undefined {
  return ready.get(screen.load);
}

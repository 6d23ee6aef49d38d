import type { ComponentType } from 'react';
import type { Screen } from '../kit/screen/screen.ts';
import { matchScreen } from './screens.tsx';

const ready = new Map<Screen['load'], ComponentType>();

/**
 * Loads a screen's chunk and stores it, so that the screen later renders without waiting. Free of React, because the page's entry uses it.
 */
export async function loadScreen(screen: Screen): Promise<ComponentType> {
  const component = await screen.load();
  ready.set(screen.load, component);
  return component;
}

/** Preloads the screen of an address: when the pointer rests on its link, or while the operator types their password. */
export async function preloadScreen(path: string): Promise<void> {
  const screen = matchScreen(path)?.screen;
  if (screen) await loadScreen(screen).catch(() => undefined); // opening the screen reports the failure
}

/** The screen's component, if its chunk has loaded. */
export function loadedScreen(screen: Screen): ComponentType | undefined {
  return ready.get(screen.load);
}

import { lazy, useState, type ComponentType } from 'react';
import { loadedScreen, loadScreen } from './screen-cache.ts';
import type { Screen } from '../screen/screen.ts';

/** Renders a screen. The component is chosen once, because switching from the lazy to the loaded one would mount the screen twice. */
export function ScreenSlot({ screen }: { screen: Screen }) {
  const [Chosen] = useState<ComponentType>(() => loadedScreen(screen) ?? lazyOf(screen));
  return <Chosen />;
}

const lazyScreens = new Map<Screen['load'], ComponentType>();

function lazyOf(screen: Screen): ComponentType {
  const known = lazyScreens.get(screen.load);
  if (known) return known;
  const made = lazy(async () => ({ default: await loadScreen(screen) }));
  lazyScreens.set(screen.load, made);
  return made;
}

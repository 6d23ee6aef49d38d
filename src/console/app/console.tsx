import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import type { Arrival } from './early.ts';
import { Frame } from './frame.tsx';
import { GuardedRouter } from './guarded-router.tsx';
import { newQueryCache } from './query-cache.ts';
import { render } from '../kit/ui/root.ts';

/** Mounts the console. Each session gets a new query cache, so that nothing of one operator remains for the next. */
export async function mountConsole(arriving: Arrival | null): Promise<void> {
  render(
    <StrictMode>
      <QueryClientProvider client={newQueryCache()}>
        <GuardedRouter>
          <Frame arriving={arriving} />
        </GuardedRouter>
      </QueryClientProvider>
    </StrictMode>,
  );
}

import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { Frame } from './frame.tsx';
import { GuardedRouter } from './guarded-router.tsx';
import { newQueryCache } from './query-cache.ts';
import { render } from '../ui/root.ts';

/** Shows the console. A fresh query cache belongs to each session: nothing of one operator is left for the next. */
export async function mountConsole(arriving: boolean): Promise<void> {
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

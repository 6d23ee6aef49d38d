import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { BrowserRouter } from 'react-router';
import { Frame } from './frame.tsx';
import { newQueryCache } from './query-cache.ts';
import { render } from './root.ts';

/** Shows the console. A fresh query cache belongs to each session: nothing of one operator is left for the next. */
export async function mountConsole(arriving: boolean): Promise<void> {
  render(
    <StrictMode>
      <QueryClientProvider client={newQueryCache()}>
        <BrowserRouter useTransitions={false}>
          <Frame arriving={arriving} />
        </BrowserRouter>
      </QueryClientProvider>
    </StrictMode>,
  );
}

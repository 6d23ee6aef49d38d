import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { BrowserRouter } from 'react-router';
import { CallRefused, SignedOut } from '../kit/verdict.ts';
import { Frame } from './frame.tsx';
import { render } from './root.ts';

/** Shows the console. A fresh query cache belongs to each session: nothing of one operator is left for the next. */
export async function mountConsole(arriving: boolean): Promise<void> {
  render(
    <StrictMode>
      <QueryClientProvider client={newCache()}>
        <BrowserRouter useTransitions={false}>
          <Frame arriving={arriving} />
        </BrowserRouter>
      </QueryClientProvider>
    </StrictMode>,
  );
}

function newCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        gcTime: 60_000,
        // An answer of the server is final; only a broken line is worth another try.
        retry: (failures, error) => failures < 1 && !(error instanceof CallRefused) && !(error instanceof SignedOut),
        retryDelay: 500,
      },
    },
  });
}

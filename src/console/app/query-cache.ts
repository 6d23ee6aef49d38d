import { QueryClient, timeoutManager } from '@tanstack/react-query';
import { byItself } from '../kit/by-itself.ts';
import { CallRefused, SignedOut } from '../kit/verdict.ts';

/** What the screens have been answered; each session begins with an empty one. */
export function newQueryCache(): QueryClient {
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

// A cache sets intervals for nothing but `refetchInterval`: what begins in one, nobody has asked for.
timeoutManager.setTimeoutProvider<Timer>({
  setTimeout: (callback, delayMs) => setTimeout(callback, delayMs),
  clearTimeout: (timer) => clearTimeout(timer),
  setInterval: (callback, delayMs) => setInterval(() => byItself(callback), delayMs),
  clearInterval: (timer) => clearInterval(timer),
});

type Timer = ReturnType<typeof setTimeout>;

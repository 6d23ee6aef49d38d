import { QueryClient, timeoutManager } from '@tanstack/react-query';
import { asBackgroundCall } from '../net/background-call.ts';

/** What the screens have been answered; each session begins with an empty one. */
export function newQueryCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        gcTime: 60_000,
        // What failed says so and offers 重试: asked again by itself, a call without an answer would keep its screen waiting for a minute.
        retry: false,
        // Without a line a call fails at once; held back until there is one, it would never say anything.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

// A cache sets intervals for nothing but `refetchInterval`: what begins in one, nobody has asked for.
timeoutManager.setTimeoutProvider<Timer>({
  setTimeout: (callback, delayMs) => setTimeout(callback, delayMs),
  clearTimeout: (timer) => clearTimeout(timer),
  setInterval: (callback, delayMs) => setInterval(() => asBackgroundCall(callback), delayMs),
  clearInterval: (timer) => clearInterval(timer),
});

type Timer = ReturnType<typeof setTimeout>;

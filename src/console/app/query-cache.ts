import { onlineManager, QueryClient, timeoutManager } from '@tanstack/react-query';
import { asBackgroundCall } from '../kit/net/background-call.ts';

/** A cache for the server's answers; each session starts with an empty one. */
export function newQueryCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        gcTime: 60_000,
        // A failed query reports its failure and offers 重试. With automatic retries, a screen would wait a minute for a missing answer.
        retry: false,
        // Offline, a call fails at once. The default would pause it until the network is back, without any message.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

// The query cache uses intervals only for `refetchInterval`, so no user action starts the calls that begin in them. Without a network they
// would all fail; `refetchOnReconnect` catches up.
timeoutManager.setTimeoutProvider<Timer>({
  setTimeout: (callback, delayMs) => setTimeout(callback, delayMs),
  clearTimeout: (timer) => clearTimeout(timer),
  setInterval: (callback, delayMs) => setInterval(() => onlineManager.isOnline() && asBackgroundCall(callback), delayMs),
  clearInterval: (timer) => clearInterval(timer),
});

type Timer = ReturnType<typeof setTimeout>;

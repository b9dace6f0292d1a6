import {
  MutationCache,
  notifyManager,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, messageOf } from '../api/api-error';
import { Toasts, toast } from '../ui/toast/toasts';
import { OutageNotice } from './outage/outage-notice';
import { UpdateNotice } from './outage/update-notice';
import { createAppRouter } from './routes';

/** The number of times that a request is repeated after a temporary error. */
const MAX_RETRIES = 3;

// A click begins a mutation, and its button must be busy before the next click of a double click arrives. The default, a
// timer, lets that click begin the mutation again.
notifyManager.setScheduler(queueMicrotask);

/** Whether the error may be gone in some seconds. Without a network it is shown at once, until the network returns. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof ApiError) || !error.isTemporary) return false;
  return error.status !== 0 || navigator.onLine;
}

function createClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (count, error) => count < MAX_RETRIES && mayPass(error),
        refetchOnWindowFocus: false,
        staleTime: 10_000,
        // The browser may be offline and still reach a server on this machine or network, so requests are always sent.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      // A form that shows the errors of its own mutation sets `showsOwnError`.
      onError: (error, _variables, _context, mutation) => {
        // After the end of the session, the form to sign in says why.
        const isSignedOut = error instanceof ApiError && error.status === 401;
        if (!isSignedOut && mutation.meta?.['showsOwnError'] !== true) {
          toast('danger', messageOf(error));
        }
      },
    }),
  });
}

export function App() {
  const [client] = useState(createClient);
  const [router] = useState(() => createAppRouter(client));
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <OutageNotice />
      <UpdateNotice />
      <Toasts />
    </QueryClientProvider>
  );
}

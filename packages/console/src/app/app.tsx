import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError, messageOf } from '../api/api-error';
import { sessionEnded } from '../api/session-ended';
import { meQuery } from '../session/me';
import { Toasts, toast } from '../ui/toast/toasts';
import { createAppRouter } from './routes';

/** The number of times that a request is repeated after a temporary error. */
const MAX_RETRIES = 3;

function createClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (count, error) =>
          count < MAX_RETRIES && error instanceof ApiError && error.isTemporary,
        refetchOnWindowFocus: false,
        staleTime: 10_000,
      },
    },
    mutationCache: new MutationCache({
      // A form that shows the errors of its own mutation sets `showsOwnError`.
      onError: (error, _variables, _context, mutation) => {
        if (mutation.meta?.['showsOwnError'] !== true) toast('danger', messageOf(error));
      },
    }),
  });
}

export function App() {
  const [client] = useState(createClient);
  const [router] = useState(() => createAppRouter(client));
  useEffect(
    () =>
      sessionEnded.listen(() => {
        const { pathname, search, hash } = window.location;
        if (!pathname.startsWith('/project/')) return;
        client.removeQueries({ queryKey: meQuery.queryKey });
        // The sign-in page opens the current page again afterwards. Drafts stay in the storage of this tab.
        void router.navigate({ to: '/login', search: { next: pathname + search + hash } });
      }),
    [client, router],
  );
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  );
}

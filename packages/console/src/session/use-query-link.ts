import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import type { QueryNode } from '../queries/query-link';
import { decodeQueryLink, encodeQueryLink, hashPart, withHashPart } from '../queries/query-link';

interface QueryInAddress {
  /** The query in the URL; null if there is none. */
  readonly query: QueryNode | null;
  readonly isLoading: boolean;
  /** Set if the text in the URL is not a query. */
  readonly error: Error | null;
  /** Writes a query into the URL. It adds an entry to the browser history, unless `replace` is set. */
  readonly setQuery: (query: QueryNode, options?: { readonly replace?: boolean }) => Promise<void>;
  readonly clear: (options?: { readonly replace?: boolean }) => void;
}

/** The query in the URL fragment `#q=`, where unsaved queries are stored. */
export function useQueryLink(): QueryInAddress {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { history } = useRouter();
  // The router decodes the fragment; its history keeps the original text.
  useRouterState({ select: (state) => state.location.hash });
  const text = hashPart(history.location.hash, 'q');
  const hash = text === null ? '' : `#q=${text}`;
  const decoded = useQuery({
    queryKey: ['query-link', hash],
    enabled: hash !== '',
    queryFn: () => decodeQueryLink(hash),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const go = (text: string | null, replace: boolean): void => {
    // The people of the previous query are closed. Other parts, such as the chosen series, stay.
    const rest = withHashPart(history.location.hash, 'people', null);
    const hash = withHashPart(rest, 'q', text);
    const place = { to: '.', search: true, hash: hash === '' ? undefined : hash, replace } as const;
    void navigate({ ...place, resetScroll: false, hashScrollIntoView: false });
  };
  return {
    query: hash === '' ? null : (decoded.data ?? null),
    isLoading: hash !== '' && decoded.isPending,
    error: hash === '' ? null : decoded.error,
    setQuery: async (query, { replace = false } = {}) => {
      const text = await encodeQueryLink(query);
      client.setQueryData(['query-link', `#${text}`], query);
      go(text.slice('q='.length), replace);
    },
    clear: ({ replace = false } = {}) => go(null, replace),
  };
}

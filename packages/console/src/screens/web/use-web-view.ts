import { useMemo } from 'react';
import { overviewQuery } from '../../queries/web/web-queries';
import type { WebView } from '../../queries/web/web-view';
import { DEFAULT_VIEW, isSameView, viewOfQuery } from '../../queries/web/web-view';
import { useQueryLink } from '../../session/use-query-link';

export interface WebViewInAddress {
  readonly view: WebView;
  readonly isLoading: boolean;
  /** Set if the URL contains an invalid view. */
  readonly error: Error | null;
  readonly setView: (view: WebView) => void;
}

/**
 * The range, filters and goal of the screen: a `WebOverviewQuery` in the URL fragment `#q=`; without it, the default
 * view.
 */
export function useWebView(): WebViewInAddress {
  const { query, isLoading, error, setQuery, clear } = useQueryLink();
  const text = JSON.stringify(query);
  const read = useMemo(() => readView(text), [text]);
  return {
    view: read.view,
    isLoading,
    error: error ?? read.error,
    setView: (next) => {
      if (isSameView(next, DEFAULT_VIEW)) clear();
      else void setQuery(overviewQuery(next));
    },
  };
}

function readView(text: string): { readonly view: WebView; readonly error: Error | null } {
  const query = JSON.parse(text) as { readonly kind: string } | null;
  if (query === null) return { view: DEFAULT_VIEW, error: null };
  try {
    return { view: viewOfQuery(query), error: null };
  } catch (error) {
    return { view: DEFAULT_VIEW, error: error as Error };
  }
}

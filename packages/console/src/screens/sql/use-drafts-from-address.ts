import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { messageOf } from '../../api/api-error';
import { decodeQueryLink, encodeQueryLink, hashPart } from '../../queries/query-link';
import type { HogQLQuery } from '../../queries/sql/sql-query';
import { sqlQueryIn } from '../../queries/sql/sql-query';
import type { SqlTab } from '../../queries/sql/tabs';
import type { Search } from '../../session/project-link';
import { useProjectNavigate } from '../../session/project-link';
import { toast } from '../../ui/toast/toasts';
import type { SavedQuery } from './saved';
import { findSaved } from './saved';

interface Openers {
  /** Opens the query of a link and runs it. */
  readonly openQuery: (query: HogQLQuery) => void;
  readonly openSaved: (saved: SavedQuery, query: HogQLQuery) => void;
}

/**
 * Opens the query in the URL: `#q=` contains a query, `?insight=` the id of a saved one. When another tab is shown, the
 * query of its result replaces the one in the URL, so that a reload or a link shows the same tab.
 *
 * @returns a function that writes the query of a run into the URL; null removes it
 */
export function useDraftsFromAddress(
  projectId: number,
  openers: Openers,
  shown: SqlTab,
): (query: HogQLQuery | null, search?: Search) => void {
  const navigate = useProjectNavigate();
  // The address of the browser changes later than the state of the router.
  const { history } = useRouter();
  const href = useRouterState({ select: ({ location }) => location.href });
  const written = useRef<string | null>(null);
  /** The text of the query in the URL; null if there is none. */
  const linked = useRef<string | null>(null);
  const write = async (query: HogQLQuery | null, search: Search): Promise<void> => {
    linked.current = query?.query ?? null;
    const hash = query === null ? '' : await encodeQueryLink(query);
    if (!isSqlScreen(history.location)) return;
    written.current = hash === '' ? '' : `#${hash}`;
    const whole = { ...keptSearch(history.location.search), ...search };
    navigate({ path: 'sql', search: whole, replace: true, hash: hash === '' ? undefined : hash });
  };
  const latest = useRef({ openers, shown, write });
  useEffect(() => {
    latest.current = { openers, shown, write };
  });
  useEffect(() => {
    const { hash, search } = history.location;
    if (!isSqlScreen(history.location)) return;
    const shortId = new URLSearchParams(search).get('insight');
    const isOurs = hash === written.current;
    written.current = hash;
    if (shortId !== null) void openInsight(projectId, shortId, latest.current.openers);
    else if (!isOurs) {
      void openLink(hash, {
        ...latest.current.openers,
        openQuery(query) {
          linked.current = query.query;
          latest.current.openers.openQuery(query);
        },
      });
    }
  }, [projectId, history, href]);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isSqlScreen(history.location)) return;
    const tab = latest.current.shown;
    const { hash, search } = history.location;
    const shortId = new URLSearchParams(search).get('insight');
    const hasLink = isFirst.current && (hashPart(hash, 'q') !== null || shortId !== null);
    isFirst.current = false;
    const query = sqlQueryIn(tab.run?.query);
    const isSaved = shortId !== null && shortId === tab.insight?.shortId;
    if (hasLink || isSaved || (query?.query ?? null) === linked.current) return;
    void latest.current.write(query, {});
  }, [history, shown.id]);
  return (query, search = {}) => void write(query, search);
}

/** The parameters of the screen that do not belong to a draft. */
function keptSearch(search: string): Search {
  const parameters = new URLSearchParams(search);
  return Object.fromEntries(
    ['ask', 'schema', 'find'].flatMap((name) => {
      const value = parameters.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** False while the user leaves the screen: then the URL already belongs to the next screen. */
function isSqlScreen({ pathname }: { readonly pathname: string }): boolean {
  return pathname.endsWith('/sql');
}

async function openLink(hash: string, { openQuery }: Openers): Promise<void> {
  try {
    const node = await decodeQueryLink(hash);
    if (node === null) return;
    const query = sqlQueryIn(node);
    if (query === null)
      toast('danger', `A ${node.kind} cannot be opened as SQL. Open it as an insight.`);
    else openQuery(query);
  } catch (error) {
    toast('danger', messageOf(error));
  }
}

async function openInsight(
  projectId: number,
  shortId: string,
  { openSaved }: Openers,
): Promise<void> {
  try {
    const saved = await findSaved(projectId, shortId);
    const query = sqlQueryIn(saved?.query);
    if (saved === null || query === null) toast('danger', 'There is no saved query at this URL.');
    else openSaved(saved, query);
  } catch (error) {
    toast('danger', messageOf(error));
  }
}

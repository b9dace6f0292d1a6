import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { messageOf } from '../../api/api-error';
import { decodeQueryLink, encodeQueryLink } from '../../queries/query-link';
import type { HogQLQuery } from '../../queries/sql/sql-query';
import { sqlQueryIn } from '../../queries/sql/sql-query';
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
 * Opens the query in the URL: `#q=` contains a query, `?insight=` the id of a saved one. Returns a function that writes
 * the query of a run into the URL, so that it can be used as a link.
 */
export function useDraftsFromAddress(
  projectId: number,
  openers: Openers,
): (query: HogQLQuery) => void {
  const navigate = useProjectNavigate();
  const href = useRouterState({ select: ({ location }) => location.href });
  const written = useRef<string | null>(null);
  const latest = useRef(openers);
  useEffect(() => {
    latest.current = openers;
  });
  useEffect(() => {
    const { hash, pathname, search } = window.location;
    // While the user leaves the screen, the URL already belongs to the next screen.
    if (!pathname.endsWith('/sql')) return;
    const shortId = new URLSearchParams(search).get('insight');
    const isOurs = hash === written.current;
    written.current = hash;
    if (shortId !== null) void openInsight(projectId, shortId, latest.current);
    else if (!isOurs) void openLink(hash, latest.current);
  }, [projectId, href]);
  return (query) => {
    void encodeQueryLink(query).then((hash) => {
      written.current = `#${hash}`;
      navigate({ path: 'sql', hash, replace: true });
    });
  };
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

import { useQuery } from '@tanstack/react-query';
import { keepPreviousData } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import type { EventsNode } from '../../queries/activity/events-query';
import { changeNode, EMPTY_NODE, isEventsNode } from '../../queries/activity/events-query';
import { decodeQueryLink, encodeQueryLink } from '../../queries/query-link';
import { useProjectNavigate } from '../../session/project-link';

interface EventsNodeInAddress {
  /** The query; undefined until it is read from the URL. */
  readonly node: EventsNode | undefined;
  /** The reason why the URL contains no valid query. */
  readonly error: unknown;
  readonly change: (change: Partial<EventsNode>) => void;
  /** The uuid of the open event. */
  readonly openId: string | null;
  readonly setOpen: (uuid: string | null) => void;
  readonly isLive: boolean;
  readonly setLive: (isOn: boolean) => void;
}

/**
 * The state of the activity screen, which is stored in the URL: the query (`#q=`), the open event, and whether the list
 * is live.
 */
export function useEventsNode(): EventsNodeInAddress {
  const { hash, pathname, search } = useRouterState({ select: ({ location }) => location });
  const navigate = useProjectNavigate();
  const { data, error } = useQuery({
    queryKey: ['query-link', hash],
    queryFn: async () => {
      const node = await decodeQueryLink(hash);
      if (node === null) return EMPTY_NODE;
      if (isEventsNode(node)) return node;
      throw new Error(`The URL contains a ${node.kind}, but this screen shows an EventsQuery.`);
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
  const isLive = pathname.endsWith('/activity/live');
  const path = isLive ? 'activity/live' : 'activity';
  const { row } = search as { readonly row?: unknown };
  const openId = typeof row === 'string' ? row : null;
  return {
    node: data,
    error,
    change: (change) => {
      const go = async (): Promise<void> => {
        const next = changeNode(data ?? EMPTY_NODE, change);
        const isPlain = Object.keys(next).length === 1;
        navigate({ path, hash: isPlain ? undefined : await encodeQueryLink(next) });
      };
      void go();
    },
    openId,
    setOpen: (uuid) =>
      navigate({
        path,
        hash,
        search: uuid === null ? {} : { row: uuid },
        replace: openId !== null,
      }),
    isLive,
    setLive: (isOn) => navigate({ path: isOn ? 'activity/live' : 'activity', hash }),
  };
}

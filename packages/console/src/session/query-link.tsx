import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { QueryNode } from '../queries/query-link';
import { encodeQueryLink } from '../queries/query-link';
import { ProjectLink } from './project-link';

/** A link to a screen that opens a query: `insights/new#q=…`, `sql#q=…`. */
export function QueryLink(props: {
  readonly path: string;
  readonly query: QueryNode;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const { path, query, className, children } = props;
  const { data } = useQuery({
    queryKey: ['query-link-text', query],
    queryFn: () => encodeQueryLink(query),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <ProjectLink path={path} hash={data} className={className}>
      {children}
    </ProjectLink>
  );
}

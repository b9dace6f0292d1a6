import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { InsightView } from '../../insight-view/insight-view';
import type { WireRange } from '../../queries/date-range';
import { setRange } from '../../queries/insight/change-insight';
import type { PeopleBehind } from '../../queries/insight/people-behind';
import { insightTitle } from '../../queries/insight/series-names';
import { isInsightQuery } from '../../queries/insight/types';
import type { QueryNode } from '../../queries/query-link';
import { unwrapQuery } from '../../queries/query-link';
import { useProjectId } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { IconButton } from '../../ui/button/button';
import { ErrorBoundary } from '../../ui/state/error-boundary';
import { EmptyState } from '../../ui/state/states';
import type { TileInsight } from './dashboards';
import { putOnDashboard } from './dashboards';
import styles from './dashboards.module.css';

interface DashboardTileProps {
  readonly insight: TileInsight;
  readonly dashboardId: number;
  /** In place of the insight's own; null keeps that. */
  readonly range: WireRange | null;
  readonly canChange: boolean;
  /** Null at the ends. */
  readonly onEarlier: (() => void) | null;
  readonly onLater: (() => void) | null;
  readonly onPeople: (people: PeopleBehind) => void;
}

/** One insight: its name at once, its result when it has come into view. */
export function DashboardTile(props: DashboardTileProps) {
  const { insight, dashboardId, range, canChange, onEarlier, onLater, onPeople } = props;
  const place = useRef<HTMLElement>(null);
  const isSeen = useSeen(place);
  const query = useMemo(() => ranged(insight.query, range), [insight.query, range]);
  const name = nameOf(insight);
  const remove = useRemoval(insight, dashboardId);
  return (
    <section ref={place} className={styles.tile} aria-label={name}>
      <header className={styles.tileHeader}>
        <h2>
          <ProjectLink path={`insights/${insight.short_id}`}>{name}</ProjectLink>
        </h2>
        {canChange && (
          <div className={styles.tileActions}>
            <IconButton
              icon="arrow-up"
              label={`Move ${name} earlier`}
              disabled={onEarlier === null}
              onClick={() => onEarlier?.()}
            />
            <IconButton
              icon="arrow-down"
              label={`Move ${name} later`}
              disabled={onLater === null}
              onClick={() => onLater?.()}
            />
            <IconButton
              icon="x"
              label={`Take ${name} off the dashboard`}
              disabled={remove.isPending}
              onClick={() => remove.mutate()}
            />
          </div>
        )}
      </header>
      <ErrorBoundary>
        {query === null && <EmptyState icon="chart-line" title="This insight has no query" />}
        {query !== null && isSeen && (
          <InsightView query={query} label={name} isCompact onPeople={onPeople} />
        )}
      </ErrorBoundary>
    </section>
  );
}

function ranged(query: QueryNode | null, range: WireRange | null): QueryNode | null {
  if (query === null) return null;
  const node = unwrapQuery(query);
  return range !== null && isInsightQuery(node) ? setRange(node, range) : node;
}

function nameOf({ name, derived_name, query }: TileInsight): string {
  if (name !== null && name !== '') return name;
  if (derived_name !== null && derived_name !== '') return derived_name;
  const node = query === null ? null : unwrapQuery(query);
  return node !== null && isInsightQuery(node) ? insightTitle(node) : 'Without a name';
}

/** True from the first time that the element is near the visible part of the page. */
function useSeen(place: React.RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        setSeen(true);
        observer.disconnect();
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return isSeen;
}

function useRemoval(insight: TileInsight, dashboardId: number) {
  const projectId = useProjectId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => putOnDashboard(projectId, insight, dashboardId, false),
    onSuccess: () => client.invalidateQueries({ queryKey: ['dashboard', projectId] }),
  });
}

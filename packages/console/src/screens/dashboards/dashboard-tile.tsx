import { useMemo, useRef } from 'react';
import { InsightView } from '../../insight-view/insight-view';
import { rangeWords } from '../../queries/date-range';
import type { DashboardView } from '../../queries/dashboard/dashboard-view';
import { shownQuery } from '../../queries/dashboard/dashboard-view';
import type { PeopleBehind } from '../../queries/insight/people-behind';
import { insightTitle } from '../../queries/insight/series-names';
import { isInsightQuery } from '../../queries/insight/types';
import { unwrapQuery } from '../../queries/query-link';
import { ProjectLink } from '../../session/project-link';
import { useSeen } from '../../ui/layout/use-seen';
import { ErrorBoundary } from '../../ui/state/error-boundary';
import { MenuItem } from '../../ui/menu/menu';
import { usePaperJob } from '../../ui/paper/use-paper-job';
import { EmptyState } from '../../ui/state/states';
import type { TileInsight } from './dashboards';
import type { TilePlace } from './tile-frame';
import { TileFrame } from './tile-frame';
import styles from './dashboards.module.css';

interface DashboardTileProps {
  readonly insight: TileInsight;
  /** The overrides that are applied to the insight; later ones take precedence. */
  readonly views: readonly DashboardView[];
  readonly place: TilePlace | null;
  readonly onPeople: (people: PeopleBehind) => void;
}

/**
 * The tile of an insight. Its name is shown immediately; its result is loaded when the tile first scrolls into view.
 */
export function DashboardTile({ insight, views, place, onPeople }: DashboardTileProps) {
  const section = useRef<HTMLElement>(null);
  const isSeen = useSeen(section);
  const viewsText = JSON.stringify(views);
  const query = useMemo(() => {
    const shown = JSON.parse(viewsText) as DashboardView[];
    const { persisted_query: saved } = insight;
    return saved === null ? null : shownQuery(unwrapQuery(saved), ...shown);
  }, [insight, viewsText]);
  const name = nameOf(insight);
  const paper = usePaperJob();
  return (
    <section ref={section} className={styles.tile} aria-label={name}>
      <TileFrame
        name={name}
        title={<ProjectLink path={`insights/${insight.short_id}`}>{name}</ProjectLink>}
        note={query === null || !isInsightQuery(query) ? undefined : rangeWords(query.dateRange)}
        place={place}
        commands={
          <MenuItem
            icon="download"
            onClick={() => paper.begin({ form: 'picture', name, element: section.current })}
          >
            Download as PNG
          </MenuItem>
        }
      >
        <ErrorBoundary>
          {query === null && <EmptyState icon="chart-line" title="This insight has no query" />}
          {query !== null && isSeen && (
            <InsightView query={query} label={name} isCompact onPeople={onPeople} />
          )}
        </ErrorBoundary>
      </TileFrame>
      {paper.dialog}
    </section>
  );
}

function nameOf({ name, derived_name, persisted_query: query }: TileInsight): string {
  if (name !== null && name !== '') return name;
  if (derived_name !== null && derived_name !== '') return derived_name;
  const node = query === null ? null : unwrapQuery(query);
  return node !== null && isInsightQuery(node) ? insightTitle(node) : 'Without a name';
}

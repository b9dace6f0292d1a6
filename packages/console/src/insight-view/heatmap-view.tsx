import { useMemo } from 'react';
import { peopleBehindHour, shapeHeatmap } from '../queries/insight/shape-displays';
import type { TrendsQuery } from '../queries/insight/types';
import { useProject } from '../session/me';
import type { ShadedCell } from '../ui/chart/shaded-table';
import { ShadedTable } from '../ui/chart/shaded-table';
import { EmptyState } from '../ui/state/states';
import styles from './insight-view.module.css';
import type { ViewProps } from './view-props';

/** The days of the week, starting with Monday, in the browser's language. */
const DAYS = [5, 6, 7, 8, 9, 10, 11].map((day) =>
  new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' }).format(
    Date.UTC(2026, 0, day),
  ),
);
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** The response of a trends query as the hours of a week; a darker cell has a larger value. */
export default function HeatmapView(props: ViewProps<TrendsQuery>) {
  const { query, response, label, onPeople } = props;
  const project = useProject();
  const shape = useMemo(() => shapeHeatmap(response), [response]);
  if (shape.total === 0) {
    return (
      <EmptyState icon="calendar" title="No matching events">
        No event of the range matches. Choose a longer range, or remove a filter.
      </EmptyState>
    );
  }
  const cell = (day: number | null, hour: number | null, value: number): ShadedCell => {
    const when = [
      ...(day === null ? [] : [DAYS[day - 1]]),
      ...(hour === null ? [] : [`${HOURS[hour] ?? ''}:00`]),
    ].join(' ');
    const title = when === '' ? 'All hours' : when;
    const canOpen = onPeople !== undefined && (query.conversionGoal ?? null) === null;
    return {
      value,
      label: title,
      onOpen: canOpen
        ? () => onPeople(peopleBehindHour(query, { title: `${label}, ${title}`, day, hour, value }))
        : null,
    };
  };
  return (
    <div className={styles.parts}>
      <ShadedTable
        label={`Hours of the week of ${label}`}
        corner="Day"
        leadColumns={['All']}
        columns={HOURS}
        rows={shape.cells.map((hours, index) => ({
          key: String(index),
          title: DAYS[index],
          lead: [cell(index + 1, null, shape.days[index] ?? 0)],
          cells: hours.map((value, hour) => cell(index + 1, hour, value)),
        }))}
        footer={{
          key: 'all',
          title: 'All',
          lead: [cell(null, null, shape.total)],
          cells: shape.hours.map((value, hour) => cell(null, hour, value)),
        }}
      />
      <p className={styles.note}>Hours begin in {project.timezone}</p>
    </div>
  );
}

import { useMemo } from 'react';
import { peopleBehindBox, shapeBoxes } from '../queries/insight/shape-displays';
import type { TrendsQuery } from '../queries/insight/types';
import { useProject } from '../session/me';
import { BoxPlot } from '../ui/chart/box-plot';
import { ShadedTable } from '../ui/chart/shaded-table';
import { EmptyState } from '../ui/state/states';
import styles from './insight-view.module.css';
import type { ViewProps } from './view-props';

const COLUMNS = ['Smallest', '25th percentile', 'Median', '75th percentile', 'Largest', 'Mean'];
const FIELDS = ['min', 'p25', 'median', 'p75', 'max', 'mean'] as const;

/** The response of a trends query as box plots: one box per bucket, and a table of the numbers. */
export default function BoxPlotView(props: ViewProps<TrendsQuery>) {
  const { query, response, label, isCompact = false, onPeople } = props;
  const project = useProject();
  const shape = useMemo(() => shapeBoxes(query, response), [query, response]);
  if (shape.series.every(({ boxes }) => boxes.every((box) => box === null))) {
    return (
      <EmptyState icon="chart-column" title="No values">
        No event of the range has a number in this property. Choose a longer range or another
        property.
      </EmptyState>
    );
  }
  const opener = (index: number, at: number, value: number, title: string) => {
    const day = shape.days[at];
    if (onPeople === undefined || day === undefined) return null;
    return () => onPeople(peopleBehindBox(query, { title, index, day, value }));
  };
  const openBox = (series: number, at: number): void => {
    const entry = shape.series[series];
    const median = entry?.boxes[at]?.median;
    if (entry === undefined || median === undefined) return;
    opener(entry.index, at, median, `${entry.label}, ${shape.buckets[at]?.title ?? ''}`)?.();
  };
  return (
    <div className={styles.parts}>
      <BoxPlot
        label={label}
        buckets={shape.buckets}
        series={shape.series}
        isLastRunning={shape.isLastRunning}
        onOpen={onPeople === undefined ? null : openBox}
      />
      <p className={styles.note}>
        Times in {project.timezone}
        {shape.isLastRunning && ' · the last period is still running'}
      </p>
      {!isCompact &&
        shape.series.map(({ label: name, index, boxes }) => (
          <ShadedTable
            key={index}
            label={`Values of ${name}`}
            corner={name}
            columns={COLUMNS}
            rows={shape.buckets.flatMap((bucket, at) => {
              const box = boxes[at];
              if (box === null || box === undefined) return [];
              return [
                {
                  key: bucket.title,
                  title: bucket.title,
                  cells: FIELDS.map((field, column) => ({
                    value: box[field],
                    weight: 0,
                    label: `${name}, ${bucket.title}, ${COLUMNS[column] ?? ''}`,
                    onOpen: opener(index, at, box[field], `${name}, ${bucket.title}`),
                  })),
                },
              ];
            })}
          />
        ))}
    </div>
  );
}

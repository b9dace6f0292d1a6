import { useMemo } from 'react';
import { counted, shareWords } from '../queries/numbers';
import type { RetentionGroup, RetentionShape } from '../queries/insight/shape-retention';
import { bestReturn, peopleBehindCell, shapeRetention } from '../queries/insight/shape-retention';
import type { RetentionQuery } from '../queries/insight/types';
import { useChangeSearch, useSearchParameter } from '../session/address';
import { useProject } from '../session/me';
import type { ShadedCell } from '../ui/chart/shaded-table';
import { ShadedTable } from '../ui/chart/shaded-table';
import { SelectField } from '../ui/field/field';
import { EmptyState } from '../ui/state/states';
import styles from './insight-view.module.css';
import { SeriesPanel } from './series-panel';
import type { ViewProps } from './view-props';

const VALUES = [
  { value: 'shares', label: 'Shares' },
  { value: 'counts', label: 'Numbers of people' },
] as const;

type Values = (typeof VALUES)[number]['value'];

/** The response to a `RetentionQuery`: curves, and the table of people who returned. */
export default function RetentionView(props: ViewProps<RetentionQuery>) {
  const { query, response, label, isCompact = false } = props;
  const project = useProject();
  const shape = useMemo(() => shapeRetention(query, response), [query, response]);
  const named = useSearchParameter('values');
  const changeSearch = useChangeSearch();
  const values: Values = named === 'counts' ? 'counts' : 'shares';
  if (shape.groups.every(({ rows }) => rows.every(({ size }) => size === 0))) {
    return (
      <EmptyState icon="users" title="Nobody started in this range">
        No person of the range matches the first event. Choose a longer range, or another event.
      </EmptyState>
    );
  }
  return (
    <div className={styles.parts}>
      {!isCompact && (
        <div className={styles.choice}>
          <SelectField
            label="Values"
            labelHidden
            value={values}
            options={VALUES}
            onChange={(value) => changeSearch({ values: value === 'shares' ? '' : value })}
          />
        </div>
      )}
      {(!isCompact || shape.groups.length > 1) && (
        <Curves shape={shape} values={values} label={label} isCompact={isCompact} />
      )}
      {!isCompact && shape.groups.length > 1 && <Means shape={shape} label={label} />}
      {(!isCompact || shape.groups.length === 1) &&
        shape.groups.map((group) => (
          <Grid
            key={group.label}
            {...props}
            shape={shape}
            group={group}
            values={values}
            hasSeveral={shape.groups.length > 1}
          />
        ))}
      <p className={styles.note}>
        Times in {project.timezone}. The periods of dashed cells have not ended yet.
      </p>
    </div>
  );
}

/** A table that compares the mean retention of each breakdown value. */
function Means({ shape, label }: { readonly shape: RetentionShape; readonly label: string }) {
  const best = bestReturn(shape);
  return (
    <>
      {best !== null && (
        <p className={styles.summary}>
          <strong>{shareWords(best.share)}</strong> of {best.label} returned in {best.column}: the
          highest share of all values.
        </p>
      )}
      <h3>Means by value</h3>
      <p className={styles.note}>
        A person is counted for each value that the events have, and returns with an event of the
        same value.
      </p>
      <ShadedTable
        label={`Means of ${label} by value`}
        corner="Value"
        leadColumns={['People']}
        columns={shape.columns}
        words={shareWords100}
        rows={shape.groups.map(({ label: name, rows, means }) => ({
          key: name,
          title: name,
          lead: [
            {
              value: rows.reduce((sum, { size }) => sum + size, 0),
              label: `${name}, people`,
              onOpen: null,
            },
          ],
          cells: means.map((mean, column) => ({
            value: mean === null ? null : mean * 100,
            weight: column === 0 ? 0 : (mean ?? 0),
            label: `${name}, ${shape.columns[column] ?? ''}`,
            onOpen: null,
          })),
        }))}
      />
    </>
  );
}

/** A chart with one curve per row of the table. With a breakdown, it has one curve of means per breakdown value. */
function Curves(props: {
  readonly shape: RetentionShape;
  readonly values: Values;
  readonly label: string;
  readonly isCompact: boolean;
}) {
  const { shape, values, label, isCompact } = props;
  const series = useMemo(() => curvesOf(shape, values), [shape, values]);
  const buckets = useMemo(
    () => shape.columns.map((name) => ({ tick: name, title: name })),
    [shape],
  );
  return (
    <SeriesPanel
      label={label}
      kind="line"
      series={series}
      buckets={buckets}
      isOverTime={false}
      isLastRunning={false}
      isCompact
      totalLabel={null}
      words={values === 'shares' || shape.groups.length > 1 ? shareWords100 : undefined}
      canOpen={false}
      opener={() => null}
      key={isCompact ? 'tile' : 'page'}
    />
  );
}

/** Formats a percentage from 0 to 100, which is the scale of the curves. */
function shareWords100(value: number): string {
  return shareWords(value / 100);
}

function curvesOf({ groups }: RetentionShape, values: Values) {
  const line = (key: string, label: string, at: number, points: readonly (number | null)[]) => {
    const end = points.findLastIndex((point) => point !== null);
    const known = points.slice(0, end + 1).map((point) => point ?? 0);
    return { key, label, values: known, total: 0, look: at, isBefore: false };
  };
  const percent = (share: number | null): number | null => (share === null ? null : share * 100);
  const [only] = groups;
  if (groups.length > 1 || only === undefined) {
    return groups.map(({ label, means }, at) => line(label, label, at, means.map(percent)));
  }
  return only.rows
    .filter(({ size }) => size > 0)
    .map(({ label, cells }, at) => {
      const done = cells.filter(({ state }) => state === 'done');
      const points = done.map(({ count, share }) => (values === 'counts' ? count : percent(share)));
      return line(`${label} ${at}`, label, at, points);
    })
    .filter(({ values: points }) => points.length > 0);
}

function Grid(
  props: ViewProps<RetentionQuery> & {
    readonly shape: RetentionShape;
    readonly group: RetentionGroup;
    readonly values: Values;
    readonly hasSeveral: boolean;
  },
) {
  const { query, shape, group, values, label, hasSeveral, onPeople } = props;
  const { breakdown } = group;
  const cell = (
    row: RetentionGroup['rows'][number],
    column: number,
    shown: 'shares' | 'counts',
  ): ShadedCell => {
    const { count = 0, share = null, state = 'done' } = row.cells[column] ?? {};
    const title = `${row.label}, ${shape.columns[column] ?? ''}`;
    const point = { title, interval: row.interval, column, breakdown, value: count };
    return {
      value: state === 'future' ? null : shown === 'counts' ? count : (share ?? 0) * 100,
      weight: column === 0 ? 0 : (share ?? 0),
      isRunning: state === 'running',
      label: `${title}, ${counted(count, 'person', 'people')}`,
      onOpen:
        onPeople === undefined || count === 0
          ? null
          : () => onPeople(peopleBehindCell(query, point)),
    };
  };
  const name = hasSeveral ? `${label}, ${group.label}` : label;
  return (
    <>
      {hasSeveral && <h3>{group.label}</h3>}
      <ShadedTable
        label={`Retention of ${name}`}
        corner="Started in"
        leadColumns={['People']}
        columns={shape.columns}
        words={values === 'shares' ? shareWords100 : undefined}
        rows={group.rows.map((row) => ({
          key: String(row.interval),
          title: row.label,
          lead: [cell(row, 0, 'counts')],
          cells: row.cells.map((_, column) => cell(row, column, values)),
        }))}
        footer={
          values === 'shares'
            ? {
                key: 'mean',
                title: 'Mean',
                lead: [{ value: null, label: '', onOpen: null }],
                cells: group.means.map((mean, column) => ({
                  value: mean === null ? null : mean * 100,
                  label: `Mean of ${shape.columns[column] ?? ''}`,
                  onOpen: null,
                })),
              }
            : undefined
        }
      />
    </>
  );
}

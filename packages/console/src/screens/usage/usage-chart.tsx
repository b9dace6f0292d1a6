import { useMemo } from 'react';
import { SeriesPanel } from '../../insight-view/series-panel';
import { bucketWords } from '../../queries/bucket-words';
import type { Resource, UsagePeriod } from '../../queries/usage/usage';

/** A bar chart of the usage of a resource by day or month, with a table of the values. */
export function UsageChart(props: {
  readonly label: string;
  readonly resource: Resource;
  readonly periods: readonly UsagePeriod[];
  readonly isLastRunning: boolean;
  readonly isByMonth: boolean;
}) {
  const { label, resource, periods, isLastRunning, isByMonth } = props;
  const series = useMemo(() => {
    const values = periods.map((period) => period[resource]);
    const total = values.reduce((sum, value) => sum + value, 0);
    return [{ key: resource, label, values, total, look: 0, isBefore: false }];
  }, [label, periods, resource]);
  const buckets = useMemo(
    () => periods.map(({ date }) => bucketWords(date, undefined, isByMonth ? 'month' : 'day')),
    [isByMonth, periods],
  );
  return (
    <SeriesPanel
      label={label}
      kind="bars"
      series={series}
      buckets={buckets}
      isLastRunning={isLastRunning}
      isCompact={false}
      isOverTime={false}
      caption={isByMonth ? 'Months in UTC' : 'Days in UTC'}
      totalLabel="Sum"
      canOpen={false}
      opener={() => null}
    />
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { messageOf } from '../../api/api-error';
import { SeriesPanel } from '../../insight-view/series-panel';
import type { Experiment, Metric } from '../../queries/experiments/experiment';
import { changeOverTime, missingWords } from '../../queries/experiments/over-time';
import type { TimeSeries } from '../../queries/experiments/over-time';
import { changeWords } from '../../queries/experiments/results';
import { useBlockedBy, useProjectId } from '../../session/me';
import { Button } from '../../ui/button/button';
import { Stack } from '../../ui/layout/page';
import { ErrorState, Loading, Notice } from '../../ui/state/states';
import { recalculateTimeSeries, timeSeriesQuery } from './experiment-data';
import styles from './experiments.module.css';

interface OverTimeProps {
  readonly experiment: Experiment;
  readonly metric: Metric & { readonly uuid: string; readonly fingerprint: string };
}

/** The change of each variant by day, from results that a worker stores after each day. */
export function OverTimePart({ experiment, metric }: OverTimeProps) {
  const projectId = useProjectId();
  const client = useQueryClient();
  const blockedBy = useBlockedBy('experiment:write');
  const options = timeSeriesQuery(projectId, experiment.id, metric);
  const days = useQuery(options);
  const calculate = useMutation({
    mutationFn: () => recalculateTimeSeries(projectId, experiment.id, metric),
    onSuccess: () => client.invalidateQueries({ queryKey: options.queryKey }),
  });
  if (days.isError) return <ErrorState error={days.error} onRetry={() => void days.refetch()} />;
  if (days.data === undefined) return <Loading />;
  const isCalculating = days.data.recalculation_status !== null;
  const missing = missingWords(days.data, experiment.end_date === null);
  return (
    <Stack>
      {calculate.isError && <Notice kind="danger">{messageOf(calculate.error)}</Notice>}
      {isCalculating && (
        <Notice kind="info">All days are being calculated. Finished days appear here.</Notice>
      )}
      {!isCalculating && missing !== null && (
        <Notice kind="info">
          {missing}{' '}
          <Button
            onClick={() => calculate.mutate()}
            busy={calculate.isPending}
            blockedBy={blockedBy}
          >
            Calculate all days
          </Button>
        </Notice>
      )}
      <Lines experiment={experiment} metric={metric} days={days.data} />
      <p className={styles.note}>
        The results as they were at the end of each day, in the project&apos;s time zone. A day is
        calculated two hours after its end.
      </p>
    </Stack>
  );
}

function Lines({ experiment, metric, days }: OverTimeProps & { readonly days: TimeSeries }) {
  const { stats_config: stats } = experiment;
  const drawing = useMemo(() => changeOverTime(metric, stats, days), [metric, stats, days]);
  const words = useCallback((value: number) => changeWords(metric, stats, value), [metric, stats]);
  if (drawing.buckets.length === 0) {
    return <p className={styles.note}>No day has enough data for an interval yet.</p>;
  }
  return (
    <SeriesPanel
      label="Change by day"
      urlPart={`series-${metric.uuid}`}
      kind="line"
      series={drawing.series}
      buckets={drawing.buckets}
      isOverTime
      isLastRunning={false}
      isCompact={false}
      totalLabel={null}
      words={words}
      canOpen={false}
      opener={() => null}
    />
  );
}

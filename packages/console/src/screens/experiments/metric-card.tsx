import { lazy } from 'react';
import { RunFrame } from '../../insight-view/run-frame';
import { useQueryRun } from '../../insight-view/use-query-run';
import type { Experiment, Metric } from '../../queries/experiments/experiment';
import { metricQuery } from '../../queries/experiments/experiment-queries';
import { metricName } from '../../queries/experiments/metric-words';
import { shapeResult } from '../../queries/experiments/results';
import type { PeopleBehind } from '../../queries/insight/people-behind';
import { useChangeSearch, useSearchParameter } from '../../session/address';
import { useProjectId } from '../../session/me';
import { Button } from '../../ui/button/button';
import { Card, Row } from '../../ui/layout/page';
import { Picker } from '../../ui/picker/picker';
import { Lazily } from '../../ui/state/lazily';
import { OverTime } from './over-time';
import { ResultTableView } from './result-table';

// Loaded when the list is opened.
const PropertyPicker = lazy(async () => ({
  default: (await import('../../ui/filters/property-picker')).PropertyPicker,
}));

interface MetricCardProps {
  readonly experiment: Experiment;
  readonly metric: Metric;
  readonly onPeople: (people: PeopleBehind) => void;
}

/** The result of each variant for a metric: for all people, and by the values of a property. */
export function MetricCard({ experiment, metric, onPeople }: MetricCardProps) {
  const projectId = useProjectId();
  const change = useChangeSearch();
  // The URL has a parameter for the breakdown of each metric.
  const parameter = `by-${metric.uuid ?? ''}`;
  const breakdown = useSearchParameter(parameter) ?? null;
  const run = useQueryRun(metricQuery(experiment, metric, breakdown));
  return (
    <Card
      title={metricName(metric)}
      actions={
        <Row>
          <Picker label="Break down by" text={breakdown ?? 'No breakdown'}>
            {(close) => (
              <Lazily>
                <PropertyPicker
                  projectId={projectId}
                  kinds={['event']}
                  onPick={({ key }) => {
                    close();
                    change({ [parameter]: key });
                  }}
                />
              </Lazily>
            )}
          </Picker>
          {breakdown !== null && (
            <Button kind="quiet" icon="x" onClick={() => change({ [parameter]: undefined })}>
              Remove the breakdown
            </Button>
          )}
        </Row>
      }
    >
      <RunFrame run={run}>
        {({ query, response }) => {
          const result = shapeResult(query.metric, experiment.stats_config, response);
          return [result.total, ...result.breakdowns].map((table, at) => (
            <ResultTableView
              key={at}
              table={table}
              metric={metric}
              experiment={experiment}
              onPeople={onPeople}
            />
          ));
        }}
      </RunFrame>
      <OverTime experiment={experiment} metric={metric} />
    </Card>
  );
}

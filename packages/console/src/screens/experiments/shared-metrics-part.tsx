import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Metric } from '../../queries/experiments/experiment';
import { missingInMetric } from '../../queries/experiments/experiment';
import { metricName } from '../../queries/experiments/metric-words';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { useBlockedBy, useProjectId } from '../../session/me';
import { useOffset } from '../../session/use-offset';
import { Button } from '../../ui/button/button';
import { ConfirmButton } from '../../ui/dialog/confirm-button';
import { SearchField } from '../../ui/field/search-field';
import { useDebounced } from '../../ui/filters/use-debounced';
import { Card, Row, Stack } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { Pager } from '../../ui/table/pager';
import {
  createSavedMetric,
  deleteSavedMetric,
  EXPERIMENT_ROWS,
  savedMetricsQuery,
} from './experiment-data';
import styles from './experiments.module.css';
import { AddMetric, MetricEditor } from './metric-editor';

/** Metrics that several experiments use. */
export function SharedMetricsPart() {
  const projectId = useProjectId();
  const client = useQueryClient();
  const blockedBy = useBlockedBy('experiment:write');
  const { text = '' } = useAddressSearch();
  const change = useChangeSearch();
  const [offset, changeOffset] = useOffset();
  const settled = useDebounced(text);
  const list = useQuery(savedMetricsQuery(projectId, { text: settled, offset }));
  const reload = () => client.invalidateQueries({ queryKey: ['experiment-metrics', projectId] });
  const metrics = list.data?.results ?? [];
  return (
    <Stack>
      <Row>
        <SearchField
          label="Search shared metrics"
          placeholder="Name"
          value={text}
          onChange={(value) => change({ text: value, offset: undefined })}
        />
      </Row>
      {list.isPending && <Loading label="Loading the metrics" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.count === 0 && settled !== '' && (
        <EmptyState title="No shared metric matches">Change the text above.</EmptyState>
      )}
      {list.data?.count === 0 && settled === '' && (
        <EmptyState icon="chart-line" title="No shared metrics yet">
          A shared metric is defined once and used by many experiments; a change applies to all of
          them.
        </EmptyState>
      )}
      {metrics.length > 0 && (
        <div className={styles.scroller} tabIndex={0} role="region" aria-label="Shared metrics">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Metric</th>
                <th scope="col">Definition</th>
                <th scope="col">
                  <span className={styles.hidden}>Commands</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {metrics.map(({ id, name, query }) => (
                <tr key={id}>
                  <td>{name}</td>
                  <td>{metricName({ ...query, name: null })}</td>
                  <td>
                    <ConfirmButton
                      label={`Delete ${name}`}
                      text="Delete"
                      blockedBy={blockedBy}
                      title={`Delete ${name}?`}
                      onConfirm={async () => {
                        await deleteSavedMetric(projectId, id);
                        await reload();
                      }}
                    >
                      It is removed from experiments that use it.
                    </ConfirmButton>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pager
        offset={offset}
        size={EXPERIMENT_ROWS}
        shown={metrics.length}
        count={list.data?.count ?? 0}
        onChange={changeOffset}
      />
      <NewSharedMetric blockedBy={blockedBy} onCreated={reload} />
    </Stack>
  );
}

function NewSharedMetric(props: {
  readonly blockedBy: string | null;
  readonly onCreated: () => Promise<void>;
}) {
  const projectId = useProjectId();
  const [metric, setMetric] = useState<Metric | null>(null);
  const create = useMutation({
    mutationFn: (query: Metric) => createSavedMetric(projectId, { name: metricName(query), query }),
    onSuccess: async () => {
      setMetric(null);
      await props.onCreated();
    },
  });
  return (
    <Card title="New shared metric">
      {metric === null ? (
        <AddMetric label="Define a metric" blockedBy={props.blockedBy} onAdd={setMetric} />
      ) : (
        <>
          <MetricEditor
            metric={metric}
            number={1}
            blockedBy={props.blockedBy}
            onChange={setMetric}
            onRemove={() => setMetric(null)}
          />
          <Row>
            <Button
              kind="primary"
              busy={create.isPending}
              disabled={missingInMetric(metric) !== null}
              blockedBy={props.blockedBy}
              onClick={() => create.mutate(metric)}
            >
              Create shared metric
            </Button>
          </Row>
        </>
      )}
    </Card>
  );
}

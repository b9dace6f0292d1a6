import { useQuery } from '@tanstack/react-query';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { useBlockedBy, useProject } from '../../session/me';
import { useProjectNavigate } from '../../session/project-link';
import { useOffset } from '../../session/use-offset';
import { Button } from '../../ui/button/button';
import { SelectField } from '../../ui/field/field';
import { SearchField } from '../../ui/field/search-field';
import { useDebounced } from '../../ui/filters/use-debounced';
import { Page, Row, Stack } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { Pager } from '../../ui/table/pager';
import { Tabs } from '../../ui/tabs/tabs';
import { EXPERIMENT_ROWS, experimentListQuery } from './experiment-data';
import { ExperimentTable } from './experiment-table';
import { HoldoutsPart } from './holdouts-part';
import { SharedMetricsPart } from './shared-metrics-part';

const STATES = [
  { value: '', label: 'All states' },
  { value: 'draft', label: 'Drafts' },
  { value: 'running', label: 'Running' },
  { value: 'paused', label: 'Paused' },
  { value: 'stopped', label: 'Ended' },
  { value: 'archived', label: 'Archived' },
] as const;

/** `experiments`: all experiments, their shared metrics, and the holdouts. */
export default function ExperimentsScreen() {
  const go = useProjectNavigate();
  const blockedBy = useBlockedBy('experiment:write');
  const { part = 'all' } = useAddressSearch();
  const change = useChangeSearch();
  return (
    <Page
      title="Experiments"
      actions={
        <Button
          kind="primary"
          icon="plus"
          blockedBy={blockedBy}
          onClick={() => go({ path: 'experiments/new' })}
        >
          New experiment
        </Button>
      }
    >
      <Tabs
        label="Parts of experiments"
        selected={part}
        onSelect={(id) =>
          change({ part: id === 'all' ? undefined : id, text: undefined, offset: undefined })
        }
        tabs={[
          { id: 'all', label: 'Experiments', content: <List /> },
          { id: 'metrics', label: 'Shared metrics', content: <SharedMetricsPart /> },
          { id: 'holdouts', label: 'Holdouts', content: <HoldoutsPart /> },
        ]}
      />
    </Page>
  );
}

function List() {
  const { id: projectId } = useProject();
  const { text = '', state: named } = useAddressSearch();
  const state = STATES.find(({ value }) => value === named)?.value ?? '';
  const change = useChangeSearch();
  const [offset, changeOffset] = useOffset();
  const settled = useDebounced(text);
  const list = useQuery(experimentListQuery(projectId, { text: settled, state, offset }));
  const experiments = list.data?.results ?? [];
  const isFiltered = settled !== '' || state !== '';
  return (
    <Stack>
      <Row>
        <SearchField
          label="Search experiments"
          placeholder="Name or flag"
          value={text}
          onChange={(value) => change({ text: value, offset: undefined })}
        />
        <SelectField
          label="State"
          labelHidden
          value={state}
          options={STATES}
          onChange={(value) => change({ state: value, offset: undefined })}
        />
      </Row>
      {list.isPending && <Loading label="Loading experiments" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.count === 0 && !isFiltered && (
        <EmptyState icon="flask-conical" title="No experiments yet">
          An experiment shows two or more variants to people at random, and shows which one improves
          your metrics, and how certain that is.
        </EmptyState>
      )}
      {list.data?.count === 0 && isFiltered && (
        <EmptyState title="No experiment matches">Change the text or the state above.</EmptyState>
      )}
      {experiments.length > 0 && <ExperimentTable experiments={experiments} />}
      <Pager
        offset={offset}
        size={EXPERIMENT_ROWS}
        shown={experiments.length}
        count={list.data?.count ?? 0}
        onChange={changeOffset}
      />
    </Stack>
  );
}

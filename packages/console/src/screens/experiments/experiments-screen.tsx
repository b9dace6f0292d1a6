import { useQuery } from '@tanstack/react-query';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { useBlockedBy, useProject } from '../../session/me';
import { useProjectNavigate } from '../../session/project-link';
import { Button } from '../../ui/button/button';
import { SelectField } from '../../ui/field/field';
import { SearchField } from '../../ui/field/search-field';
import { Page, Row, Stack } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { CutNotice } from '../../ui/table/pager';
import { Tabs } from '../../ui/tabs/tabs';
import { experimentListQuery } from './experiment-data';
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
        onSelect={(id) => change({ part: id === 'all' ? undefined : id })}
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
  const { text = '', state = '' } = useAddressSearch();
  const change = useChangeSearch();
  const isArchived = state === 'archived';
  const list = useQuery(experimentListQuery(projectId, isArchived));
  const experiments = list.data?.results ?? [];
  const shown = experiments.filter(
    ({ name, feature_flag_key: key, status }) =>
      `${name} ${key}`.toLowerCase().includes(text.toLowerCase()) &&
      (state === '' || isArchived || status === state),
  );
  return (
    <Stack>
      <Row>
        <SearchField
          label="Search experiments"
          placeholder="Name or flag"
          value={text}
          onChange={(value) => change({ text: value })}
        />
        <SelectField
          label="State"
          labelHidden
          value={state}
          options={STATES}
          onChange={(value) => change({ state: value })}
        />
      </Row>
      {list.isPending && <Loading label="Loading experiments" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && experiments.length === 0 && !isArchived && (
        <EmptyState icon="flask-conical" title="No experiments yet">
          An experiment shows two or more variants to people at random, and shows which one improves
          your metrics, and how certain that is.
        </EmptyState>
      )}
      {list.isSuccess && shown.length === 0 && (experiments.length > 0 || isArchived) && (
        <EmptyState title="No experiment matches">Change the text or the state above.</EmptyState>
      )}
      {shown.length > 0 && <ExperimentTable experiments={shown} />}
      <CutNotice
        shown={experiments.length}
        count={list.data?.count ?? 0}
        things="experiments"
        advice="The search finds only these."
      />
    </Stack>
  );
}

import { lazy } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Experiment } from '../../queries/experiments/experiment';
import { draftWithFlag, NEW_EXPERIMENT } from '../../queries/experiments/experiment';
import { methodWords, STATUS_TONES, STATUS_WORDS } from '../../queries/experiments/metric-words';
import {
  useAddressSearch,
  useChangeSearch,
  usePathParameter,
  useSearchParameter,
} from '../../session/address';
import { useProject, useProjectId } from '../../session/me';
import { ProjectLink, useProjectNavigate } from '../../session/project-link';
import { Page, Row } from '../../ui/layout/page';
import { ErrorState, FailedNotice, Loading, Notice } from '../../ui/state/states';
import { Tabs } from '../../ui/tabs/tabs';
import { Badge } from '../../ui/text/badge';
import { Lazily } from '../../ui/state/lazily';
import { ExperimentActions } from './experiment-actions';
import { experimentQuery, usableFlagQuery } from './experiment-data';
import { timeWords } from './experiment-table';

// Each part is loaded when it is shown.
const ExperimentEditor = lazy(async () => ({
  default: (await import('./experiment-editor')).ExperimentEditor,
}));
const ExperimentHistory = lazy(async () => ({
  default: (await import('./experiment-history')).ExperimentHistory,
}));
const ResultsTab = lazy(async () => ({ default: (await import('./results-tab')).ResultsTab }));

/** `experiments/new` and `experiments/{id}`. */
export default function ExperimentScreen() {
  const id = usePathParameter('experimentId');
  const projectId = useProjectId();
  const stored = useQuery({ ...experimentQuery(projectId, id), enabled: id !== 'new' });
  if (id === 'new') return <New />;
  if (stored.data === undefined) {
    if (!stored.isError) return <Loading label="Loading the experiment" />;
    return <ErrorState isPage error={stored.error} onRetry={() => void stored.refetch()} />;
  }
  return <Detail key={id} experiment={stored.data} />;
}

/** The form of a new experiment. `?flag=` selects a flag. */
function New() {
  const go = useProjectNavigate();
  const named = useSearchParameter('flag');
  const stored = useQuery(usableFlagQuery(useProjectId(), named));
  const flag = stored.data ?? null;
  return (
    <Page title="New experiment">
      <ProjectLink path="experiments">All experiments</ProjectLink>
      <FailedNotice query={stored} />
      {stored.isLoading ? (
        <Loading label="Loading the flag" />
      ) : (
        <Lazily fallback={<Loading />}>
          <ExperimentEditor
            experiment={null}
            begin={flag === null ? NEW_EXPERIMENT : draftWithFlag(NEW_EXPERIMENT, flag)}
            onSaved={(saved) => go({ path: `experiments/${saved.id}`, replace: true })}
          />
        </Lazily>
      )}
    </Page>
  );
}

function Detail({ experiment }: { readonly experiment: Experiment }) {
  const { timezone } = useProject();
  const { part = experiment.status === 'draft' ? 'set-up' : 'results' } = useAddressSearch();
  const change = useChangeSearch();
  return (
    <Page title={experiment.name} actions={<ExperimentActions experiment={experiment} />}>
      <Row>
        <ProjectLink path="experiments">All experiments</ProjectLink>
        <Badge tone={STATUS_TONES[experiment.status]}>{STATUS_WORDS[experiment.status]}</Badge>
        {experiment.archived && <Badge>archived</Badge>}
        <span>{timeWords(experiment, timezone)}</span>
        <span>
          Flag{' '}
          <ProjectLink path={`feature_flags/${experiment.feature_flag.id}`}>
            {experiment.feature_flag_key}
          </ProjectLink>
        </span>
        <span>{methodWords(experiment)}</span>
      </Row>
      {experiment.description !== null && experiment.description !== '' && (
        <p>{experiment.description}</p>
      )}
      {experiment.conclusion !== null && (
        <Notice kind="info">
          Decision: {experiment.conclusion.replaceAll('_', ' ')}.{' '}
          {experiment.conclusion_comment ?? ''}
        </Notice>
      )}
      <Lazily fallback={<Loading />}>
        <Tabs
          label="Parts of the experiment"
          selected={part}
          onSelect={(next) => change({ part: next })}
          tabs={[
            { id: 'results', label: 'Results', content: <ResultsTab experiment={experiment} /> },
            {
              id: 'set-up',
              label: 'Set-up',
              content: <ExperimentEditor experiment={experiment} onSaved={() => undefined} />,
            },
            {
              id: 'history',
              label: 'History',
              content: <ExperimentHistory experiment={experiment} />,
            },
          ]}
        />
      </Lazily>
    </Page>
  );
}

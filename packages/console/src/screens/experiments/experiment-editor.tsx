import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../api/api-error';
import type { Experiment, ExperimentDraft, Metric } from '../../queries/experiments/experiment';
import {
  draftOfExperiment,
  experimentProblems,
  NEW_EXPERIMENT,
} from '../../queries/experiments/experiment';
import { useBlockedBy, useProjectId } from '../../session/me';
import { useKeptDraft } from '../../session/use-kept-draft';
import { useSaveKey } from '../../session/use-save-key';
import { Button } from '../../ui/button/button';
import { TextArea, TextField } from '../../ui/field/field';
import { Card, Row, Stack } from '../../ui/layout/page';
import { Notice } from '../../ui/state/states';
import { Badge } from '../../ui/text/badge';
import { toast } from '../../ui/toast/toasts';
import { saveExperiment } from './experiment-data';
import { FlagCard } from './flag-card';
import { AddMetric, MetricEditor } from './metric-editor';
import { PlanCard } from './plan-card';
import { SettingsCard } from './settings-card';
import { SharedChoices } from './shared-choices';
import styles from './experiments.module.css';

interface EditorProps {
  /** The experiment to edit; null creates a new one. */
  readonly experiment: Experiment | null;
  /** The initial draft of a new experiment. */
  readonly begin?: ExperimentDraft;
  readonly onSaved: (experiment: Experiment) => void;
}

/** The form of an experiment: its flag, metrics, participants and statistics. */
export function ExperimentEditor({ experiment, begin = NEW_EXPERIMENT, onSaved }: EditorProps) {
  const projectId = useProjectId();
  const client = useQueryClient();
  const blockedBy = useBlockedBy('experiment:write');
  const stored = experiment === null ? begin : draftOfExperiment(experiment);
  const name = `experiment/${projectId}/${experiment?.id ?? `new/${begin.flagKey}`}`;
  const { draft, setDraft, isChanged, forget } = useKeptDraft<ExperimentDraft>(name, stored);
  const problems = experimentProblems(draft, experiment === null);
  const save = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => saveExperiment(projectId, draft, experiment),
    onSuccess: async (saved) => {
      forget();
      await client.invalidateQueries({ queryKey: ['experiments', projectId] });
      setDraft(draftOfExperiment(saved));
      toast('success', `Saved ${saved.name}.`);
      onSaved(saved);
    },
  });
  const canSave = isChanged && problems.length === 0 && blockedBy === null && !save.isPending;
  useSaveKey(canSave, () => save.mutate());
  return (
    <Stack>
      <Row>
        <Button
          kind="primary"
          icon="save"
          disabled={!canSave}
          blockedBy={blockedBy}
          busy={save.isPending}
          onClick={() => save.mutate()}
        >
          {experiment === null ? 'Create as a draft' : 'Save the set-up'}
        </Button>
        {isChanged && (
          <>
            <Badge tone="warning">not saved</Badge>
            <Button kind="quiet" onClick={() => setDraft(stored)}>
              Discard
            </Button>
          </>
        )}
      </Row>
      {isChanged && problems.length > 0 && <Notice kind="warning">{problems.join(' ')}</Notice>}
      {save.isError && <Notice kind="danger">{messageOf(save.error)}</Notice>}
      <div className={styles.columns}>
        <Stack>
          <NamesCard draft={draft} blockedBy={blockedBy} onChange={setDraft} />
          <FlagCard
            draft={draft}
            experiment={experiment}
            blockedBy={blockedBy}
            onChange={setDraft}
          />
          <MetricsCard
            title="Primary metrics"
            hint="The numbers that decide the experiment."
            type="primary"
            draft={draft}
            blockedBy={blockedBy}
            onChange={setDraft}
          />
          <MetricsCard
            title="Secondary metrics"
            hint="Numbers to monitor, such as those that must not get worse."
            type="secondary"
            draft={draft}
            blockedBy={blockedBy}
            onChange={setDraft}
          />
        </Stack>
        <Stack>
          <SettingsCard
            draft={draft}
            isDraft={experiment === null || experiment.status === 'draft'}
            blockedBy={blockedBy}
            onChange={setDraft}
          />
          <PlanCard draft={draft} />
        </Stack>
      </div>
    </Stack>
  );
}

interface PartProps {
  readonly draft: ExperimentDraft;
  readonly blockedBy: string | null;
  readonly onChange: (draft: ExperimentDraft) => void;
}

function NamesCard({ draft, blockedBy, onChange }: PartProps) {
  return (
    <Card>
      <TextField
        label="Name"
        value={draft.name}
        disabled={blockedBy !== null}
        onChange={({ target }) => onChange({ ...draft, name: target.value })}
      />
      <TextArea
        label="Hypothesis"
        hint="What you change, and what you expect from it."
        rows={2}
        value={draft.description}
        disabled={blockedBy !== null}
        onChange={({ target }) => onChange({ ...draft, description: target.value })}
      />
    </Card>
  );
}

function MetricsCard(
  props: PartProps & {
    readonly title: string;
    readonly hint: string;
    readonly type: 'primary' | 'secondary';
  },
) {
  const { draft, blockedBy, onChange, title, hint, type } = props;
  const field = type === 'primary' ? 'metrics' : 'secondary';
  const metrics = draft[field];
  const write = (next: readonly Metric[]): void => onChange({ ...draft, [field]: next });
  return (
    <Card title={title}>
      <p className={styles.note}>{hint}</p>
      {metrics.map((metric, at) => (
        <MetricEditor
          key={at}
          metric={metric}
          number={at + 1}
          blockedBy={blockedBy}
          onChange={(next) => write(metrics.with(at, next))}
          onRemove={() => write(metrics.toSpliced(at, 1))}
        />
      ))}
      <Row>
        <AddMetric
          label={`Add a ${type} metric`}
          blockedBy={blockedBy}
          onAdd={(metric) => write([...metrics, metric])}
        />
      </Row>
      <SharedChoices draft={draft} blockedBy={blockedBy} onChange={onChange} type={type} />
    </Card>
  );
}

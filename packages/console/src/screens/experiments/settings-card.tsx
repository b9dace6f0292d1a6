import { useQuery } from '@tanstack/react-query';
import type { ExperimentDraft, StatsConfig } from '../../queries/experiments/experiment';
import { useProjectId } from '../../session/me';
import { Checkbox, SelectField } from '../../ui/field/field';
import { EventPicker } from '../../ui/filters/event-picker';
import { Card } from '../../ui/layout/page';
import { FailedNotice } from '../../ui/state/states';
import { SearchPicker } from '../../ui/picker/search-picker';
import { findHoldouts, holdoutQuery } from './experiment-data';
import { ReadingHelp } from './reading-help';
import styles from './experiments.module.css';

const METHODS = [
  { value: 'bayesian', label: 'Bayesian: how likely is it better?' },
  { value: 'frequentist', label: 'Frequentist: checked once, at the planned end' },
  { value: 'sequential', label: 'Sequential: may be checked every day' },
] as const;

type Method = (typeof METHODS)[number]['value'];

const MULTIPLE = [
  { value: 'exclude', label: 'are excluded' },
  { value: 'first_seen', label: 'are counted for their first variant' },
] as const;

interface SettingsProps {
  readonly draft: ExperimentDraft;
  /** Whether the experiment has not started, so that its holdout can be changed. */
  readonly isDraft: boolean;
  readonly blockedBy: string | null;
  readonly onChange: (draft: ExperimentDraft) => void;
}

/** The settings for the participants and for the statistics. */
export function SettingsCard({ draft, isDraft, blockedBy, onChange }: SettingsProps) {
  const projectId = useProjectId();
  const holdout = useQuery(holdoutQuery(projectId, draft.holdoutId));
  const isBlocked = blockedBy !== null;
  const { exposure, stats } = draft;
  const setExposure = (change: object): void =>
    onChange({ ...draft, exposure: { ...exposure, ...change } });
  return (
    <>
      <Card title="Participants">
        <div className={styles.source}>
          <span className={styles.sourceLabel}>People are counted from their first</span>
          <div>
            <EventPicker
              projectId={projectId}
              event={exposure.exposure_config?.event ?? null}
              emptyText="Request for the flag"
              onChange={(event) =>
                setExposure({
                  exposure_config:
                    event === null || event === '$feature_flag_called'
                      ? null
                      : { kind: 'ExperimentEventExposureConfig', event, properties: [] },
                })
              }
            />
          </div>
        </div>
        <SelectField
          label="People who were shown several variants"
          value={exposure.multiple_variant_handling ?? 'exclude'}
          options={MULTIPLE}
          disabled={isBlocked}
          onChange={(multiple_variant_handling) => setExposure({ multiple_variant_handling })}
        />
        <Checkbox
          label="Exclude internal and test accounts"
          checked={exposure.filterTestAccounts ?? true}
          disabled={isBlocked}
          onChange={(filterTestAccounts) => setExposure({ filterTestAccounts })}
        />
        <Checkbox
          label="Count people only after their conversion window has ended"
          checked={draft.onlyMatured}
          disabled={isBlocked}
          onChange={(onlyMatured) => onChange({ ...draft, onlyMatured })}
        />
        <FailedNotice query={holdout} />
        <SearchPicker
          label="Holdout"
          text={draft.holdoutId === null ? 'None' : (holdout.data?.name ?? `${draft.holdoutId}`)}
          things="holdouts"
          emptyText="None"
          disabled={isBlocked || !isDraft}
          queryKey={['experiment-holdouts', projectId]}
          load={(text, signal) => findHoldouts(projectId, text, signal)}
          onPick={(choice) => onChange({ ...draft, holdoutId: choice?.value ?? null })}
        />
      </Card>
      <Card title="Statistics">
        <SelectField
          label="Method"
          value={methodOf(stats)}
          options={METHODS}
          disabled={isBlocked}
          onChange={(method) => onChange({ ...draft, stats: withMethod(stats, method) })}
        />
        <SelectField
          label="Compared with"
          value={stats.baseline_variant_key ?? 'control'}
          options={draft.variants.map(({ key }) => ({ value: key, label: key }))}
          disabled={isBlocked}
          onChange={(baseline_variant_key) =>
            onChange({ ...draft, stats: { ...stats, baseline_variant_key } })
          }
        />
        <ReadingHelp />
      </Card>
    </>
  );
}

function methodOf({ method, frequentist }: StatsConfig): Method {
  if (method !== 'frequentist') return 'bayesian';
  return frequentist?.['sequential_testing_enabled'] === true ? 'sequential' : 'frequentist';
}

function withMethod(stats: StatsConfig, method: Method): StatsConfig {
  if (method === 'bayesian') return { ...stats, method };
  const sequential_testing_enabled = method === 'sequential';
  return {
    ...stats,
    method: 'frequentist',
    frequentist: { ...stats.frequentist, sequential_testing_enabled },
  };
}

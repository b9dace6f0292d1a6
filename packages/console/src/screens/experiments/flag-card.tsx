import type { Experiment, ExperimentDraft, Variant } from '../../queries/experiments/experiment';
import {
  canBeCompared,
  draftWithFlag,
  evenSplit,
  usesExistingFlag,
} from '../../queries/experiments/experiment';
import { useProjectId } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { Button, IconButton } from '../../ui/button/button';
import { TextField } from '../../ui/field/field';
import { NumberField } from '../../ui/field/number-field';
import { Card, Row } from '../../ui/layout/page';
import { FlagPicker } from '../../ui/picker/flag-picker';
import styles from './experiments.module.css';

interface FlagCardProps {
  readonly draft: ExperimentDraft;
  readonly experiment: Experiment | null;
  readonly blockedBy: string | null;
  readonly onChange: (draft: ExperimentDraft) => void;
}

/** The fields for the flag of an experiment: a new or an existing one. */
export function FlagCard({ draft, experiment, blockedBy, onChange }: FlagCardProps) {
  const hasBegun = experiment !== null && experiment.status !== 'draft';
  const isExisting = experiment === null && usesExistingFlag(draft);
  const isFixed = blockedBy !== null || hasBegun || isExisting;
  return (
    <Card title="Flag and variants">
      {experiment === null ? (
        <FlagChoice draft={draft} blockedBy={blockedBy} onChange={onChange} />
      ) : (
        <p>
          The flag{' '}
          <ProjectLink path={`feature_flags/${experiment.feature_flag.id}`}>
            {experiment.feature_flag_key}
          </ProjectLink>{' '}
          shows the variants{hasBegun && '; they stay as they are once the experiment has begun'}.
        </p>
      )}
      <Variants
        variants={draft.variants}
        isFixed={isFixed}
        onChange={(variants) => onChange({ ...draft, variants })}
      />
      {experiment === null && !isExisting && (
        <NumberField
          label="Share of all people who take part, %"
          min={0}
          max={100}
          className={styles.percent}
          value={draft.rollout ?? 100}
          disabled={blockedBy !== null}
          onChange={(rollout) => onChange({ ...draft, rollout })}
        />
      )}
    </Card>
  );
}

function FlagChoice({ draft, blockedBy, onChange }: Omit<FlagCardProps, 'experiment'>) {
  const projectId = useProjectId();
  const isExisting = usesExistingFlag(draft);
  return (
    <div className={styles.flag}>
      <FlagPicker
        projectId={projectId}
        label="Flag"
        text={isExisting ? draft.flagKey : 'A new flag'}
        emptyText="A new flag"
        onlyVariants
        problemOf={(flag) => (canBeCompared(flag) ? undefined : 'it has no variant control')}
        disabled={blockedBy !== null}
        onPick={(flag) =>
          onChange(
            flag === null ? { ...draft, flagKey: '', rollout: 100 } : draftWithFlag(draft, flag),
          )
        }
      />
      {!isExisting && (
        <TextField
          label="Key of the new flag"
          hint="The key that your code uses to request the flag."
          spellCheck={false}
          value={draft.flagKey}
          disabled={blockedBy !== null}
          onChange={({ target }) => onChange({ ...draft, flagKey: target.value })}
        />
      )}
    </div>
  );
}

function Variants(props: {
  readonly variants: readonly Variant[];
  readonly isFixed: boolean;
  readonly onChange: (variants: readonly Variant[]) => void;
}) {
  const { variants, isFixed, onChange } = props;
  const write = (at: number, change: Partial<Variant>): void => {
    onChange(
      variants.map((variant, index) => (index === at ? { ...variant, ...change } : variant)),
    );
  };
  return (
    <>
      {variants.map((variant, at) => (
        <div key={at} className={styles.controls} role="group" aria-label={`Variant ${at + 1}`}>
          <TextField
            label="Variant"
            labelHidden={at > 0}
            value={variant.key}
            spellCheck={false}
            disabled={isFixed || variant.key === 'control'}
            onChange={({ target }) => write(at, { key: target.value })}
          />
          <NumberField
            label="Split, %"
            labelHidden={at > 0}
            min={0}
            max={100}
            className={styles.percent}
            value={variant.rollout_percentage}
            disabled={isFixed}
            onChange={(share) => write(at, { rollout_percentage: share })}
          />
          {!isFixed && variants.length > 2 && variant.key !== 'control' && (
            <IconButton
              icon="x"
              label={`Remove ${variant.key}`}
              onClick={() => onChange(evenSplit(variants.toSpliced(at, 1)))}
            />
          )}
        </div>
      ))}
      {!isFixed && (
        <Row>
          <Button
            kind="quiet"
            icon="plus"
            onClick={() =>
              onChange(
                evenSplit([...variants, { key: `test-${variants.length}`, rollout_percentage: 0 }]),
              )
            }
          >
            Add a variant
          </Button>
          <Button kind="quiet" onClick={() => onChange(evenSplit(variants))}>
            Split evenly
          </Button>
        </Row>
      )}
    </>
  );
}

import type { FlagCondition, FlagDraft } from '../../queries/flags/flag';
import {
  conditionsOf,
  unreachableConditions,
  withConditions,
  withNewCondition,
  withTarget,
} from '../../queries/flags/flag';
import { Button } from '../../ui/button/button';
import { Card } from '../../ui/layout/page';
import { Notice } from '../../ui/state/states';
import { ConditionStep } from './condition-step';
import styles from './flags.module.css';

interface EditorProps {
  readonly draft: FlagDraft;
  readonly onChange: (draft: FlagDraft) => void;
  readonly blockedBy: string | null;
}

/** The conditions of a flag as numbered steps, in the order in which they are evaluated. */
export function ConditionsEditor({ draft, onChange, blockedBy }: EditorProps) {
  const conditions = conditionsOf(draft);
  const unreachable = unreachableConditions(draft);
  const replace = (next: readonly FlagCondition[]): void => onChange(withConditions(draft, next));
  return (
    <Card title="Conditions">
      <p className={styles.note}>
        The conditions are evaluated in this order. The first one that matches a user decides the
        value.
      </p>
      <ol className={styles.steps}>
        {conditions.map((condition, index) => (
          <ConditionStep
            key={index}
            position={index}
            last={conditions.length - 1}
            condition={condition}
            draft={draft}
            isUnreachable={unreachable.has(index)}
            blockedBy={blockedBy}
            onChange={(next) => replace(conditions.with(index, next))}
            onTarget={(target) => onChange(withTarget(draft, index, target))}
            onRemove={() => replace(conditions.toSpliced(index, 1))}
            onMove={(by) =>
              replace(conditions.toSpliced(index, 1).toSpliced(index + by, 0, condition))
            }
          />
        ))}
      </ol>
      {conditions.length === 0 && (
        <Notice kind="warning">Without a condition, the flag is off for everybody.</Notice>
      )}
      <div>
        <Button icon="plus" blockedBy={blockedBy} onClick={() => onChange(withNewCondition(draft))}>
          Add a condition
        </Button>
      </div>
    </Card>
  );
}

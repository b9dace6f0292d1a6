import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DragEvent, KeyboardEvent } from 'react';
import { useState } from 'react';
import type { Rule } from '../../queries/rules/rule';
import { kindWords, ruleWords } from '../../queries/rules/rule-words';
import { ProjectLink } from '../../session/project-link';
import { IconButton } from '../../ui/button/button';
import { classNames } from '../../ui/class-names';
import { Checkbox } from '../../ui/field/field';
import { Badge } from '../../ui/text/badge';
import { reorderRules, ruleListQuery, saveRule, useRulesChanged } from './rule-data';
import styles from './rules.module.css';

interface RuleListProps {
  readonly projectId: number;
  readonly rules: readonly Rule[];
  readonly blockedBy: string | null;
}

/** The rules in their order. They can be moved by dragging, or by the arrow keys on their grips. */
export function RuleList({ projectId, rules, blockedBy }: RuleListProps) {
  const { move, said } = useMoves(projectId, rules);
  const [dragged, setDragged] = useState<number | null>(null);
  const drop = (event: DragEvent, to: number): void => {
    event.preventDefault();
    if (dragged !== null) move(dragged, to);
    setDragged(null);
  };
  return (
    <>
      <ol className={styles.list} aria-label="Rules in their order" data-rows>
        {rules.map((rule, position) => (
          <li
            key={rule.id}
            className={classNames(
              styles.rule,
              dragged === position && styles.dragged,
              dragged !== null && dragged !== position && styles.target,
            )}
            onDragOver={(event) => {
              if (dragged !== null) event.preventDefault();
            }}
            onDrop={(event) => drop(event, position)}
          >
            <span
              className={styles.grip}
              draggable={blockedBy === null}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', rule.name);
                setDragged(position);
              }}
              onDragEnd={() => setDragged(null)}
            >
              <IconButton
                icon="grip-vertical"
                label={`Move ${rule.name}: drag, or press the arrow keys`}
                disabled={blockedBy !== null}
                onKeyDown={(event) => moveByKey(event, position, rules.length, move)}
              />
            </span>
            <div className={styles.what}>
              <ProjectLink path={`data-management/rules/${rule.id}`} className={styles.name}>
                {rule.name}
              </ProjectLink>{' '}
              <Badge>{kindWords(rule.kind)}</Badge>
              <p className={styles.note}>{ruleWords(rule)}</p>
            </div>
            <EnabledBox projectId={projectId} rule={rule} blockedBy={blockedBy} />
          </li>
        ))}
      </ol>
      <p className={styles.hidden} role="status">
        {said}
      </p>
    </>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

function moveByKey(
  event: KeyboardEvent,
  position: number,
  count: number,
  move: (from: number, to: number) => void,
): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  move(position, Math.min(Math.max(position + step, 0), count - 1));
}

/** Moves a rule immediately, and moves it back if the server rejects the change. */
function useMoves(projectId: number, rules: readonly Rule[]) {
  const client = useQueryClient();
  const changed = useRulesChanged(projectId);
  const [said, announce] = useState('');
  const { queryKey } = ruleListQuery(projectId);
  const save = useMutation({
    // Requests are sent one after the other, so that the last order is stored last.
    scope: { id: `rules/${projectId}` },
    mutationFn: (next: readonly Rule[]) =>
      reorderRules(
        projectId,
        next.map(({ id }) => id),
      ),
    onSettled: () => changed(),
  });
  const move = (from: number, to: number): void => {
    const rule = rules[from];
    if (rule === undefined || from === to || to < 0 || to >= rules.length) return;
    const next = rules.toSpliced(from, 1).toSpliced(to, 0, rule);
    client.setQueryData(queryKey, next);
    announce(`${rule.name}: position ${to + 1} of ${rules.length}`);
    save.mutate(next);
  };
  return { move, said };
}

function EnabledBox(props: {
  readonly projectId: number;
  readonly rule: Rule;
  readonly blockedBy: string | null;
}) {
  const { projectId, rule, blockedBy } = props;
  const changed = useRulesChanged(projectId);
  const toggle = useMutation({
    mutationFn: (enabled: boolean) => saveRule(projectId, rule.id, { enabled }),
    onSettled: () => changed(),
  });
  const [wanted, setWanted] = useState<boolean | null>(null);
  return (
    <Checkbox
      label="on"
      aria-label={`${rule.name} is on`}
      checked={wanted ?? rule.enabled}
      disabled={blockedBy !== null || toggle.isPending}
      title={blockedBy ?? undefined}
      onChange={(enabled) => {
        // `toggle.isPending` changes after the next rendering; until then the box would show the old value.
        setWanted(enabled);
        toggle.mutate(enabled, { onSettled: () => setWanted(null) });
      }}
    />
  );
}

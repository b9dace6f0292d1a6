import { useQuery } from '@tanstack/react-query';
import { counted, numberWords } from '../../queries/numbers';
import type { ShownEvent } from '../../queries/rules/event-changes';
import { eventChanges } from '../../queries/rules/event-changes';
import type { RuleBody } from '../../queries/rules/rule';
import { kindWords } from '../../queries/rules/rule-words';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { SelectField } from '../../ui/field/field';
import { useDebounced } from '../../ui/filters/use-debounced';
import { Card } from '../../ui/layout/page';
import { ErrorState, Loading, Notice } from '../../ui/state/states';
import { Badge } from '../../ui/text/badge';
import type { DryRun, DryRunRule } from './rule-data';
import { dryRunQuery } from './rule-data';
import styles from './rules.module.css';

const COUNTS = ['100', '500', '1000'].map((value) => ({
  value,
  label: `the last ${numberWords(Number(value))} events`,
}));

interface DryRunCardProps {
  readonly projectId: number;
  /** The rules to try; null while the form is incomplete. */
  readonly rules: readonly RuleBody[] | null;
  readonly title: string;
}

/**
 * Shows what rules would do with the latest stored events, with examples before and after. `?events=` sets the number
 * of events.
 */
export function DryRunCard({ projectId, rules, title }: DryRunCardProps) {
  const { events = '100' } = useAddressSearch();
  const change = useChangeSearch();
  const count = COUNTS.some(({ value }) => value === events) ? events : '100';
  // A text, because equal texts are the same value for React, and equal objects are not.
  const settled = useDebounced(rules === null ? '' : JSON.stringify(rules.map(sentPart)));
  const sent = settled === '' ? [] : (JSON.parse(settled) as readonly RuleBody[]);
  const run = useQuery({
    ...dryRunQuery(projectId, sent, Number(count)),
    enabled: sent.length > 0,
  });
  return (
    <Card
      title={title}
      actions={
        <SelectField
          label="Tested with"
          labelHidden
          value={count}
          options={COUNTS}
          onChange={(value) => change({ events: value === '100' ? undefined : value })}
        />
      }
    >
      {rules === null && (
        <p className={styles.note}>The effect is shown when the rule is complete.</p>
      )}
      {rules?.length === 0 && <p className={styles.note}>No rule is on.</p>}
      {sent.length > 0 && run.isPending && <Loading label="Testing the rules" />}
      {run.error !== null && <ErrorState error={run.error} onRetry={() => void run.refetch()} />}
      {rules !== null && rules.length > 0 && run.error === null && run.data !== undefined && (
        <Outcome run={run.data} isRefreshing={run.isFetching} />
      )}
    </Card>
  );
}

function sentPart({ name, enabled, kind, conditions, config }: RuleBody): RuleBody {
  return { name, enabled, kind, conditions, config };
}

function Outcome({ run, isRefreshing }: { readonly run: DryRun; readonly isRefreshing: boolean }) {
  const { events, dropped, stored, rules } = run;
  if (events === 0) {
    return <p className={styles.note}>There are no events of the last 30 days to test it with.</p>;
  }
  return (
    <div className={styles.outcome} aria-busy={isRefreshing || undefined}>
      <p role="status">
        Of {counted(events, 'event')}, {numberWords(stored)} would be stored and{' '}
        {numberWords(dropped)} dropped.
      </p>
      {rules.map((rule, index) => (
        <RuleOutcome key={index} rule={rule} hasHeading={rules.length > 1} />
      ))}
    </div>
  );
}

function RuleOutcome(props: { readonly rule: DryRunRule; readonly hasHeading: boolean }) {
  const { rule, hasHeading } = props;
  const { name, kind, matched, changed, dropped, warned, failed, examples } = rule;
  const parts = [
    [changed, 'changed'],
    [dropped, 'dropped'],
    [warned, 'warned about'],
    [failed, 'failed'],
  ] as const;
  const counts = parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${numberWords(count)} ${word}`);
  return (
    <section className={styles.outcome} aria-label={name}>
      {hasHeading && (
        <h3>
          {name} <Badge>{kindWords(kind)}</Badge>
        </h3>
      )}
      <p className={styles.note}>
        {numberWords(matched)} matched{counts.length > 0 && `: ${counts.join(', ')}`}.
      </p>
      {failed > 0 && (
        <Notice kind="danger">The rule fails for some events: it is skipped for them.</Notice>
      )}
      <ul className={styles.examples}>
        {examples.map(({ uuid, before, after }) => (
          <li key={uuid}>
            <Example before={before} after={after} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** An example: an event, and what the rule changes in it. */
function Example(props: { readonly before: ShownEvent; readonly after: ShownEvent | null }) {
  const { before, after } = props;
  const changes = after === null ? [] : eventChanges(before, after);
  return (
    <>
      <p className={styles.event}>
        <strong>{before.event}</strong> of {before.distinct_id}{' '}
        {after === null && <Badge tone="danger">dropped</Badge>}
        {after !== null && changes.length === 0 && <Badge tone="warning">warned about</Badge>}
      </p>
      <dl className={styles.changes}>
        {changes.map(({ part, before: old, after: next }) => (
          <div key={part}>
            <dt>{part}</dt>
            <dd>
              {old !== null && <del>{old}</del>}
              {old !== null && next !== null && <span aria-hidden="true"> → </span>}
              {next !== null && <ins>{next}</ins>}
              {next === null && ' (removed)'}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

import type {
  Correlation,
  CorrelationKind,
  CorrelationQuery,
} from '../../queries/insight/correlation';
import {
  correlationQuery,
  isAutomatic,
  oddsWords,
  peopleBehindCorrelation,
  shapeCorrelation,
  shareConverted,
} from '../../queries/insight/correlation';
import type { ComparedStep } from '../../queries/insight/correlation-step';
import { comparedSteps } from '../../queries/insight/correlation-step';
import type { PeopleBehind } from '../../queries/insight/people-behind';
import type { FunnelsQuery } from '../../queries/insight/types';
import { shareWords } from '../../queries/numbers';
import { useChangeSearch, useSearchParameter } from '../../session/address';
import table from '../../ui/chart/chart.module.css';
import { Value } from '../../ui/chart/series-table';
import { Checkbox, SelectField } from '../../ui/field/field';
import { EmptyState, ErrorState, Loading, Notice } from '../../ui/state/states';
import styles from '../insight-view.module.css';
import { RunStatus } from '../run-status';
import { useQueryRun } from '../use-query-run';

const KINDS = [
  { value: 'none', label: 'Choose what to compare' },
  { value: 'events', label: 'Events on the way' },
  { value: 'properties', label: 'Properties of people' },
] as const;

type OnPeople = ((people: PeopleBehind) => void) | undefined;

/**
 * Events and properties that are more frequent among people who converted in a funnel, or reached one of its steps, or
 * among those who did not.
 */
export default function Correlations(props: {
  readonly query: FunnelsQuery;
  readonly onPeople: OnPeople;
}) {
  const { query, onPeople } = props;
  const named = useSearchParameter('correlation');
  const changeSearch = useChangeSearch();
  const kind = KINDS.find(({ value }) => value === named)?.value ?? 'none';
  const steps = comparedSteps(query);
  const numbered = useSearchParameter('correlated_step');
  const step = steps.find(({ number }) => String(number) === numbered) ?? null;
  return (
    <section className={styles.parts} aria-label="Correlation">
      <h3>What is correlated with conversion or drop-off</h3>
      <div className={styles.choices}>
        <SelectField
          label="Compare by"
          labelHidden
          value={kind}
          options={KINDS}
          onChange={(value) => changeSearch({ correlation: value === 'none' ? '' : value })}
        />
        {kind !== 'none' && steps.length > 0 && (
          <SelectField
            label="Compare at"
            labelHidden
            value={step === null ? '' : String(step.number)}
            options={[
              { value: '', label: 'The whole funnel' },
              ...steps.map(({ number, name }) => ({
                value: String(number),
                label: `Step ${number}: ${name}`,
              })),
            ]}
            onChange={(value) => changeSearch({ correlated_step: value })}
          />
        )}
      </div>
      {kind !== 'none' && <Found query={query} kind={kind} step={step} onPeople={onPeople} />}
    </section>
  );
}

function Found(props: {
  readonly query: FunnelsQuery;
  readonly kind: CorrelationKind;
  readonly step: ComparedStep | null;
  readonly onPeople: OnPeople;
}) {
  const { query, kind, step, onPeople } = props;
  const run = useQueryRun(correlationQuery(query, kind, step));
  if (run.error !== null) return <ErrorState error={run.error} onRetry={run.refresh} />;
  if (run.answer === undefined) {
    return run.isRunning ? (
      <>
        <RunStatus run={run} />
        <Loading label="Comparing" />
      </>
    ) : null;
  }
  const asked = run.answer.query;
  const { list, isSkewed } = shapeCorrelation(asked, run.answer.response);
  return (
    <div className={run.isOutdated ? styles.dimmed : undefined} aria-busy={run.isRunning}>
      <RunStatus run={run} />
      {isSkewed && (
        <Notice kind="warning">
          {step === null
            ? 'Almost everybody converted, or almost nobody converted: there is little to compare.'
            : 'Almost everybody who could reach the step reached it, or almost nobody did: there is little to compare.'}
        </Notice>
      )}
      {list.length === 0 ? (
        <EmptyState icon="info" title="Nothing stands out">
          No {kind === 'events' ? 'event' : 'property'} is shared by enough people.
        </EmptyState>
      ) : (
        <Listed asked={asked} list={list} step={step} onPeople={onPeople} />
      )}
    </div>
  );
}

/**
 * The list of correlations. Events that SDKs send automatically are left out unless the user chooses to show them.
 */
function Listed(props: {
  readonly asked: CorrelationQuery;
  readonly list: readonly Correlation[];
  readonly step: ComparedStep | null;
  readonly onPeople: OnPeople;
}) {
  const { asked, list, step, onPeople } = props;
  const isAll = useSearchParameter('automatic') === 'yes';
  const changeSearch = useChangeSearch();
  const shown = isAll ? list : list.filter((entry) => !isAutomatic(entry));
  return (
    <div className={styles.parts}>
      {list.some(isAutomatic) && (
        <Checkbox
          label="Include events that SDKs send automatically, such as $pageview"
          checked={isAll}
          onChange={(checked) => changeSearch({ automatic: checked ? 'yes' : '' })}
        />
      )}
      {shown.length === 0 ? (
        <EmptyState icon="info" title="Nothing stands out">
          Only events that SDKs send automatically differ.
        </EmptyState>
      ) : (
        <List asked={asked} list={shown} step={step} onPeople={onPeople} />
      )}
      <p className={styles.note}>
        {asked.funnelCorrelationType === 'properties'
          ? 'Properties are those that people have now: one that is set by the conversion, such as a plan, is a consequence of the conversion, not a reason for it.'
          : 'Events between the first step and the last one that the person reached. One that always comes with a step is a consequence of the step, not a reason for it.'}
      </p>
    </div>
  );
}

function List(props: {
  readonly asked: CorrelationQuery;
  readonly list: readonly Correlation[];
  readonly step: ComparedStep | null;
  readonly onPeople: OnPeople;
}) {
  const { asked, list, step, onPeople } = props;
  const opener = (entry: Correlation, didConvert: boolean) =>
    onPeople === undefined
      ? null
      : () => onPeople(peopleBehindCorrelation(asked, entry, didConvert, step));
  return (
    <div className={table.tableFrame} tabIndex={0} role="region" aria-label="Correlations">
      <table className={`${table.table} ${styles.links}`}>
        <thead>
          <tr>
            <th scope="col">{asked.funnelCorrelationType === 'events' ? 'Event' : 'Property'}</th>
            <th scope="col">Odds</th>
            <th scope="col">{step === null ? 'Converted' : 'Reached it'}</th>
            <th scope="col">{step === null ? 'Did not convert' : 'Dropped off'}</th>
            <th scope="col">{step === null ? 'Share converted' : 'Share reached'}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((entry) => {
            const name = entry.value === null ? entry.name : `${entry.name} = ${entry.value}`;
            return (
              <tr key={name}>
                <th scope="row" title={name}>
                  {name}
                </th>
                <td>{oddsWords(entry)}</td>
                <td>
                  <Value
                    value={entry.converted}
                    label={`${name}, ${step === null ? 'converted' : 'reached the step'}`}
                    onOpen={opener(entry, true)}
                  />
                </td>
                <td>
                  <Value
                    value={entry.dropped}
                    label={`${name}, ${step === null ? 'did not convert' : 'dropped off'}`}
                    onOpen={opener(entry, false)}
                  />
                </td>
                <td>{shareText(entry)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function shareText(entry: Correlation): string {
  const share = shareConverted(entry);
  return share === null ? '–' : shareWords(share);
}

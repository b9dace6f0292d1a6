import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { RunFrame } from '../../insight-view/run-frame';
import { useQueryRun } from '../../insight-view/use-query-run';
import { peopleBehindGoal } from '../../queries/web/people-behind-web';
import type { GoalRow } from '../../queries/web/shape-web';
import { goalsOf } from '../../queries/web/shape-web';
import { goalsQuery } from '../../queries/web/web-queries';
import type { WebView } from '../../queries/web/web-view';
import { isSameRange, viewOfQuery } from '../../queries/web/web-view';
import { useProjectId } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { Card } from '../../ui/layout/page';
import { useSeen } from '../../ui/layout/use-seen';
import { EmptyState, FailedNotice } from '../../ui/state/states';
import { actionNamed, actionNamesQuery } from './actions';
import type { CardProps } from './card-props';
import { ComparedNumber } from './compared-number';
import { OpenAsSql } from './open-as';
import styles from './web.module.css';

const COLUMNS = ['Goal', 'People', 'Times', 'Rate'] as const;

/** The numbers of visitors who reached the goals of the project, which are its first actions. */
export function GoalsCard(card: CardProps) {
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(place);
  const run = useQueryRun(goalsQuery(card.view), isSeen);
  const names = useQuery(actionNamesQuery(useProjectId()));
  return (
    <div ref={place} className={styles.card}>
      <Card title="Goals" actions={<OpenAsSql run={run} />}>
        <FailedNotice query={names} />
        <RunFrame run={run}>
          {({ query, response }) => {
            const goals = goalsOf(response);
            const answered = viewOfQuery(query);
            const range = isSameRange(answered, card.view) ? card.range : null;
            if (goals.length === 0) return <NoGoals />;
            return (
              <div className={styles.scroller} tabIndex={0} role="region" aria-label="Goals">
                <table className={styles.table}>
                  <thead>
                    <tr>
                      {COLUMNS.map((name, at) => (
                        <th key={name} scope="col" data-number={at > 0 || undefined}>
                          {name}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {goals.map((goal, at) => (
                      <Row
                        key={`${at}-${goal.name}`}
                        {...card}
                        answered={answered}
                        range={range}
                        goal={goal}
                        names={names.data}
                      />
                    ))}
                  </tbody>
                </table>
              </div>
            );
          }}
        </RunFrame>
      </Card>
    </div>
  );
}

function NoGoals() {
  return (
    <EmptyState icon="circle-dot" title="No goals yet">
      The first five actions of the project are its goals.{' '}
      <ProjectLink path="data-management/actions">Create an action</ProjectLink> for what visitors
      should come to.
    </EmptyState>
  );
}

interface RowProps extends CardProps {
  /** The view of the shown rows, which is the previous one while a new result is computed. */
  readonly answered: WebView;
  readonly goal: GoalRow;
  /** The names of the actions by their ids. */
  readonly names: ReadonlyMap<number, string> | undefined;
}

function Row(props: RowProps) {
  const { view, setView, answered, range, onPeople, goal, names } = props;
  const { name, people, times, rate } = goal;
  const id = names === undefined ? null : actionNamed(names, name);
  const isChosen =
    id !== null && view.goal !== null && 'actionId' in view.goal && view.goal.actionId === id;
  const { value } = people;
  const open =
    id === null || range === null || value === null || value === 0
      ? null
      : () => onPeople(peopleBehindGoal(answered, { id, name, people: value, range }));
  return (
    <tr>
      <th scope="row">
        <span className={styles.bar} style={{ width: `${(rate.value ?? 0) * 100}%` }} />
        {id === null ? (
          <span className={styles.value}>{name}</span>
        ) : (
          <button
            type="button"
            className={styles.value}
            aria-pressed={isChosen}
            title={`Show conversions to ${name} everywhere`}
            onClick={() => setView({ ...view, goal: isChosen ? null : { actionId: id } })}
          >
            {name}
          </button>
        )}
      </th>
      <td data-number>
        <ComparedNumber
          number={people}
          kind="count"
          isIncreaseBad={false}
          label={`${name}, people`}
          onOpen={open}
        />
      </td>
      <td data-number>
        <ComparedNumber
          number={times}
          kind="count"
          isIncreaseBad={false}
          label="Times"
          onOpen={null}
        />
      </td>
      <td data-number>
        <ComparedNumber
          number={rate}
          kind="share"
          isIncreaseBad={false}
          label="Rate"
          onOpen={null}
        />
      </td>
    </tr>
  );
}

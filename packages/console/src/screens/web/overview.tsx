import { RunFrame } from '../../insight-view/run-frame';
import type { QueryRun } from '../../insight-view/use-query-run';
import type { WebOverviewQuery } from '@tidemark/contracts';
import { peopleBehindWeb } from '../../queries/web/people-behind-web';
import type { Figure } from '../../queries/web/shape-web';
import { figuresOf, figureWords, rangeOfOverview } from '../../queries/web/shape-web';
import type { WebView } from '../../queries/web/web-view';
import { viewOfQuery } from '../../queries/web/web-view';
import { Card } from '../../ui/layout/page';
import { EmptyState } from '../../ui/state/states';
import { ProjectLink } from '../../session/project-link';
import type { CardProps } from './card-props';
import { ComparedNumber } from './compared-number';
import { OpenAsSql } from './open-as';
import styles from './web.module.css';

interface OverviewProps {
  readonly run: QueryRun<WebOverviewQuery>;
  readonly onPeople: CardProps['onPeople'];
}

/** The figures of all visits, each compared with the previous period. */
export function Overview({ run, onPeople }: OverviewProps) {
  return (
    <Card title="Overview" actions={<OpenAsSql run={run} />}>
      <RunFrame run={run}>
        {({ query, response }) => (
          <Figures
            view={viewOfQuery(query)}
            range={rangeOfOverview(response)}
            figures={figuresOf(response)}
            onPeople={onPeople}
          />
        )}
      </RunFrame>
    </Card>
  );
}

interface FiguresProps extends Pick<OverviewProps, 'onPeople'> {
  /** The view of the shown figures, which is the previous one while a new result is computed. */
  readonly view: WebView;
  readonly range: CardProps['range'];
  readonly figures: readonly Figure[];
}

function Figures({ view, range, figures, onPeople }: FiguresProps) {
  const isEmpty = figures.every(({ value }) => (value ?? 0) === 0);
  const hasBefore = figures.some(({ previous }) => (previous ?? 0) > 0);
  const opener = ({ key, label, value }: Figure): (() => void) | null => {
    if (range === null || value === null || value === 0) return null;
    const number = { title: label, what: key, value, range, isOfSessions: true };
    const people = peopleBehindWeb(view, number);
    return people === null ? null : () => onPeople(people);
  };
  if (isEmpty && !hasBefore) return <NoVisits isFiltered={view.filters.length > 0} />;
  return (
    <dl className={styles.figures}>
      {figures.map((figure) => (
        <div key={figure.key}>
          <dt>{figure.label}</dt>
          <dd>
            <ComparedNumber
              number={figure}
              kind={figure.kind}
              isIncreaseBad={figure.isIncreaseBad}
              label={figure.label}
              onOpen={opener(figure)}
            />
          </dd>
          {figure.previous !== null && (
            <dd className={styles.before}>before: {figureWords(figure.previous, figure.kind)}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function NoVisits({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState icon="globe" title="No visit matches">
        Choose a longer range, or remove a filter.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="globe" title="No visits in this range">
      Visits are counted from <code>$pageview</code> and <code>$screen</code> events with a session,
      which the web and app clients send. <ProjectLink path="onboarding">First steps</ProjectLink>{' '}
      has the code for your site.
    </EmptyState>
  );
}

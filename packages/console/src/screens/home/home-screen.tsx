import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../api/api-error';
import { numberWords } from '../../queries/numbers';
import { QUESTIONS } from '../../queries/questions';
import { timestampText } from '../../queries/time-text';
import { HealthNotice } from '../../session/health-notice';
import { useProject } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { QueryLink } from '../../session/query-link';
import { Icon } from '../../ui/icon/icon';
import { Card, Page } from '../../ui/layout/page';
import { Loading, Notice } from '../../ui/state/states';
import { lastOpenedQuery, newEventsQuery, pulseQuery, recentWarningsQuery } from './home-data';
import styles from './home.module.css';

/** The home screen: current traffic, new events, warnings, and the insights opened last. */
export default function HomeScreen() {
  const { id: projectId, timezone } = useProject();
  const pulse = useQuery(pulseQuery(projectId));
  const names = useQuery(newEventsQuery(projectId));
  const opened = useQuery(lastOpenedQuery(projectId));
  const warnings = useQuery(recentWarningsQuery(projectId));
  return (
    <Page title="Home">
      <HealthNotice />
      <Part title="Now" query={pulse}>
        {({ lastHour, lastDay, persons }) => (
          <dl className={styles.figures}>
            <Figure label="Events in the last hour" value={numberWords(lastHour)} />
            <Figure
              label="Events per minute, last hour"
              value={numberWords(Math.round(lastHour / 6) / 10)}
            />
            <Figure label="Events in the last 24 hours" value={numberWords(lastDay)} />
            <Figure label="Persons in the last 24 hours" value={numberWords(persons)} />
          </dl>
        )}
      </Part>
      <Card title="Questions">
        <ul className={styles.questions}>
          {QUESTIONS.map(({ id, text, icon, path, search, query }) => (
            <li key={id}>
              <Icon name={icon} />
              {query === undefined ? (
                <ProjectLink path={path} search={search}>
                  {text}
                </ProjectLink>
              ) : (
                <QueryLink path={path} query={query}>
                  {text}
                </QueryLink>
              )}
            </li>
          ))}
        </ul>
      </Card>
      <div className={styles.columns}>
        <Part title={`New event names, last 7 days (${timezone})`} query={names}>
          {(list) => (
            <List
              empty="No new name in the last seven days."
              items={list.map(({ name, firstSeen }) => [
                name,
                <ProjectLink key={name} path="activity" hash={eventsNamed(name)}>
                  {name}
                </ProjectLink>,
                timestampText(firstSeen, timezone),
              ])}
            />
          )}
        </Part>
        <Part title="Recently opened" query={opened}>
          {(list) => (
            <List
              empty="Insights that you open are listed here."
              items={list.map(({ short_id: id, name, derived_name: derived }) => [
                id,
                <ProjectLink key={id} path={`insights/${id}`}>
                  {name || derived || 'Untitled'}
                </ProjectLink>,
                '',
              ])}
            />
          )}
        </Part>
        <Part title="Rejected or changed, last 24 hours" query={warnings}>
          {(list) => (
            <List
              empty="No event was dropped or changed."
              items={list.map(({ type, count }) => [
                type,
                <ProjectLink key={type} path="data-management/warnings">
                  {type.replaceAll('_', ' ')}
                </ProjectLink>,
                numberWords(count),
              ])}
            />
          )}
        </Part>
      </div>
    </Page>
  );
}

/** The URL fragment of the activity screen that shows only events with this name. */
function eventsNamed(event: string): string {
  return `q=${encodeURIComponent(JSON.stringify({ kind: 'EventsQuery', event }))}`;
}

/** A card with its own loading and error states. */
function Part<T>(props: {
  readonly title: string;
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
}) {
  const { title, query, children } = props;
  return (
    <Card title={title}>
      {query.isPending && <Loading />}
      {query.isError && <Notice kind="danger">{messageOf(query.error)}</Notice>}
      {query.isSuccess && children(query.data)}
    </Card>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function List(props: {
  readonly empty: string;
  readonly items: readonly (readonly [key: string, what: ReactNode, note: string])[];
}) {
  if (props.items.length === 0) return <p className={styles.note}>{props.empty}</p>;
  return (
    <ul className={styles.list}>
      {props.items.map(([key, what, note]) => (
        <li key={key}>
          <span className={styles.what}>{what}</span>
          <span className={styles.note}>{note}</span>
        </li>
      ))}
    </ul>
  );
}

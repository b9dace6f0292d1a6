import { useQuery } from '@tanstack/react-query';
import type { ActionStep } from '../../queries/actions/step';
import { numberWords } from '../../queries/numbers';
import type { Project } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { useDebounced } from '../../ui/filters/use-debounced';
import { Card } from '../../ui/layout/page';
import { FailedNotice, Loading } from '../../ui/state/states';
import { Timestamp } from '../../ui/text/timestamp';
import { previewQuery } from './action-data';
import styles from './actions.module.css';

/** The events that match the steps as they are edited. */
export function MatchesCard(props: {
  readonly project: Project;
  readonly steps: readonly ActionStep[];
}) {
  const { project, steps } = props;
  const settled = useDebounced(steps, 300);
  const preview = useQuery(previewQuery(project.id, settled));
  const { data, error, isPending, isFetching } = preview;
  return (
    <Card title="Matches now">
      <FailedNotice query={preview} />
      {isPending && <Loading label="Looking for events" />}
      {data !== undefined && error === null && (
        <div role="status" aria-busy={isFetching}>
          <span className={styles.count}>{numberWords(data.count)}</span>{' '}
          {data.count === 1 ? 'event' : 'events'} of the last {data.days} days
        </div>
      )}
      {data?.count === 0 && error === null && (
        <p className={styles.note}>
          No event of these days matches. Remove a condition, or wait until a matching event
          arrives.
        </p>
      )}
      <ul className={styles.sample} aria-label="Newest events that match">
        {error === null &&
          data?.sample.map(({ uuid, event, timestamp, distinct_id: person, current_url: url }) => (
            <li key={uuid}>
              <span>
                {event} of{' '}
                <ProjectLink path={`person/${encodeURIComponent(person)}`}>{person}</ProjectLink>
              </span>
              <span className={styles.note}>
                <Timestamp value={timestamp} zone={project.timezone} />
                {url !== null && ` · ${url}`}
              </span>
            </li>
          ))}
      </ul>
    </Card>
  );
}

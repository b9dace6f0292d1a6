import { useQuery } from '@tanstack/react-query';
import { FailedNotice, Notice } from '../../ui/state/states';
import { warningsQuery } from './first-event';

/** The reasons why events of the last hour were rejected or changed, or a message that there were none. */
export function RecentWarnings({ projectId }: { readonly projectId: number }) {
  const warnings = useQuery(warningsQuery(projectId));
  const { data, error } = warnings;
  if (error !== null) return <FailedNotice query={warnings} />;
  if (data === undefined) return null;
  if (data.length === 0) {
    return (
      <Notice kind="info">
        Nothing was rejected in the last hour either. If ingestion is healthy, no request has
        reached this server with the key of this project: check the address and the key in your
        code, and the network.
      </Notice>
    );
  }
  return (
    <Notice kind="warning">
      <p>Events of the last hour that were dropped or changed:</p>
      <ul>
        {data.map(({ type, count, lastSeen }) => (
          <li key={type}>
            {type.replaceAll('_', ' ')}: {count}, last at {lastSeen}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

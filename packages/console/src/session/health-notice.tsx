import { useQuery } from '@tanstack/react-query';
import { FailedNotice, Notice } from '../ui/state/states';
import { statusQuery } from './instance-status';
import { useBlockedBy } from './me';
import { ProjectLink } from './project-link';

/**
 * A warning with the reasons if ingestion is not healthy. Users without the scope `organization:write` do not see it.
 */
export function HealthNotice() {
  const blockedBy = useBlockedBy('organization:write');
  const health = useQuery({ ...statusQuery, enabled: blockedBy === null });
  const { data } = health;
  if (health.isError) return <FailedNotice query={health} />;
  if (data?.status !== 'unhealthy') return null;
  return (
    <Notice kind="danger">
      {data.summary} <ProjectLink path="settings/status">What to do</ProjectLink>
    </Notice>
  );
}

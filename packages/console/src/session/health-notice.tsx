import { useQuery } from '@tanstack/react-query';
import { Notice } from '../ui/state/states';
import { statusQuery } from './instance-status';
import { useBlockedBy } from './me';
import { ProjectLink } from './project-link';

/** Says that ingestion is not healthy, and why; nothing while it is, or for a session that may not know. */
export function HealthNotice() {
  const blockedBy = useBlockedBy('organization:write');
  const { data } = useQuery({ ...statusQuery, enabled: blockedBy === null });
  if (data?.status !== 'unhealthy') return null;
  return (
    <Notice kind="danger">
      {data.summary} <ProjectLink path="settings/status">What to do</ProjectLink>
    </Notice>
  );
}

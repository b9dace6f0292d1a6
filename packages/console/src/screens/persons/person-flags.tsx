import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { Badge } from '../../ui/text/badge';
import type { PersonFlag } from './person-data';
import { personFlagsQuery } from './person-data';
import styles from './persons.module.css';

/** A table of the current value of every flag for a distinct id, with the reason. */
export function PersonFlags({ distinctId }: { readonly distinctId: string }) {
  const { id: projectId } = useProject();
  const flags = useQuery(personFlagsQuery(projectId, distinctId));
  if (flags.isPending) return <Loading label="Evaluating the flags" />;
  if (flags.isError) return <ErrorState error={flags.error} onRetry={() => void flags.refetch()} />;
  if (flags.data.length === 0) return <EmptyState icon="flag" title="The project has no flags" />;
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label="Flags of the person">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Flag</th>
            <th scope="col">Value</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {flags.data.map((flag) => (
            <FlagRow key={flag.key} flag={flag} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FlagRow({ flag }: { readonly flag: PersonFlag }) {
  const isOn = flag.value !== false;
  const text = typeof flag.value === 'string' ? flag.value : isOn ? 'on' : 'off';
  return (
    <tr>
      <td>
        <ProjectLink path={`feature_flags/${flag.id}`}>{flag.key}</ProjectLink>
      </td>
      <td>
        <Badge tone={isOn ? 'success' : 'plain'}>{text}</Badge>
      </td>
      <td>{flag.reason.description}</td>
    </tr>
  );
}

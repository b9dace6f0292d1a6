import { useQuery } from '@tanstack/react-query';
import { useProjectId } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { Card } from '../../ui/layout/page';
import { ErrorState, Loading } from '../../ui/state/states';
import { referencesQuery } from './action-data';
import styles from './actions.module.css';

/** The items that depend on the action. */
export function UsesCard({ actionId }: { readonly actionId: number }) {
  const uses = useQuery(referencesQuery(useProjectId(), actionId));
  return (
    <Card title="Where it is used">
      {uses.isPending && <Loading />}
      {uses.isError && <ErrorState error={uses.error} onRetry={() => void uses.refetch()} />}
      {uses.data?.length === 0 && (
        <p className={styles.note}>No insight or cohort uses this action.</p>
      )}
      <ul className={styles.links}>
        {uses.data?.map(({ type, id, name, url }) => (
          <li key={`${type} ${id}`}>
            <ProjectLink path={url.replace(/^\//, '')}>
              {name === '' ? `Without a name (${id})` : name}
            </ProjectLink>{' '}
            <span className={styles.note}>{type}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

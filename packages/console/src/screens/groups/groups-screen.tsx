import { useQuery } from '@tanstack/react-query';
import { usePathParameter } from '../../session/address';
import { useProject } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { Page } from '../../ui/layout/page';
import { groupTypesQuery } from '../../ui/filters/property-lists';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { GroupList } from './group-list';
import { pluralOf } from './group-name';
import styles from './groups.module.css';

/** `groups` and `groups/{index}`: the groups of each group type. */
export default function GroupsScreen() {
  const { id: projectId } = useProject();
  const chosen = usePathParameter('index');
  const types = useQuery(groupTypesQuery(projectId));
  if (types.isPending) return <Loading label="Loading the types of groups" />;
  if (types.isError) return <ErrorState error={types.error} onRetry={() => void types.refetch()} />;
  const [first] = types.data;
  const type =
    chosen === ''
      ? first
      : types.data.find(({ group_type_index: index }) => String(index) === chosen);
  if (first === undefined || type === undefined) {
    return (
      <Page title="Groups">
        <EmptyState
          icon="users"
          title={first === undefined ? 'No groups yet' : 'This type of groups does not exist'}
        >
          Groups are companies, teams or shops that persons belong to. Clients name them with
          group() and with the property $groups of events; up to five types are kept.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title="Groups" fills>
      <nav aria-label="Types of groups" className={styles.types}>
        {types.data.map((one) => (
          <ProjectLink
            key={one.group_type_index}
            path={`groups/${one.group_type_index}`}
            className={one === type ? `${styles.type} ${styles.chosen}` : styles.type}
          >
            {pluralOf(one)}
          </ProjectLink>
        ))}
      </nav>
      <GroupList key={type.group_type_index} type={type} />
    </Page>
  );
}

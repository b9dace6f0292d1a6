import { useQuery } from '@tanstack/react-query';
import { useProjectId } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { groupTypesQuery } from '../../ui/filters/property-lists';
import { Card, Stack } from '../../ui/layout/page';
import { EmptyState, ErrorState, FailedNotice, Loading } from '../../ui/state/states';
import type { Group, Related } from './group-data';
import { relatedQuery } from './group-data';
import { groupPath, nameOfGroup, pluralOf } from './group-name';
import styles from './groups.module.css';

/** The persons, and groups of other types, that had events in common with the group in the last 90 days. */
export function RelatedTab({ group }: { readonly group: Group }) {
  const projectId = useProjectId();
  const { group_type_index: index, group_key: key } = group;
  const related = useQuery(relatedQuery(projectId, index, key));
  const types = useQuery(groupTypesQuery(projectId));
  if (related.isPending) return <Loading label="Looking for persons and groups" />;
  if (related.isError) {
    return <ErrorState error={related.error} onRetry={() => void related.refetch()} />;
  }
  if (related.data.length === 0) {
    return (
      <EmptyState icon="users" title="No persons in the last 90 days">
        Persons with events of the group are listed here.
      </EmptyState>
    );
  }
  const persons = related.data.filter(({ type }) => type === 'person');
  return (
    <Stack>
      <List title={`Persons of the last 90 days (${persons.length})`} actors={persons} />
      <FailedNotice query={types} />
      {(types.data ?? []).map((type) => {
        const of = related.data.filter(
          (actor) => actor.type === 'group' && actor.group_type_index === type.group_type_index,
        );
        return <List key={type.group_type_index} title={pluralOf(type)} actors={of} />;
      })}
    </Stack>
  );
}

function List({ title, actors }: { readonly title: string; readonly actors: readonly Related[] }) {
  if (actors.length === 0) return null;
  return (
    <Card title={title}>
      <ul className={styles.related}>
        {actors.map((actor) => (
          <li key={`${actor.type}-${actor.id}`}>
            <ActorLink actor={actor} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ActorLink({ actor }: { readonly actor: Related }) {
  const { type, id, name, distinct_ids: [first] = [], group_type_index: index = 0 } = actor;
  if (type === 'group') {
    return (
      <ProjectLink path={groupPath(index, id)}>{nameOfGroup(id, actor.properties)}</ProjectLink>
    );
  }
  if (first === undefined) return <span>{name ?? id}</span>;
  return <ProjectLink path={`person/${encodeURIComponent(first)}`}>{name ?? first}</ProjectLink>;
}

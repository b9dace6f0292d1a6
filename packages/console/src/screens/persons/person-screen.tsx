import { useQuery } from '@tanstack/react-query';
import { timestampText } from '../../queries/time-text';
import { useAddressSearch, useChangeSearch, usePathParameter } from '../../session/address';
import { useProject } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { Card, Page } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { Tabs } from '../../ui/tabs/tabs';
import { Badge } from '../../ui/text/badge';
import type { Person } from './person-data';
import { PersonActions } from './person-actions';
import { personCohortsQuery, personQuery } from './person-data';
import { PersonEvents } from './person-events';
import { PersonFlags } from './person-flags';
import { PersonHistory } from './person-history';
import { PersonProperties } from './person-properties';
import { PersonSessions } from './person-sessions';
import styles from './persons.module.css';

/** `person/{distinct_id}`: the properties, events and flags of a person. */
export default function PersonScreen() {
  const distinctId = usePathParameter('distinctId');
  const { id: projectId } = useProject();
  const person = useQuery(personQuery(projectId, distinctId));
  if (person.data === undefined) {
    if (!person.isError) return <Loading label="Loading the person" />;
    return <ErrorState isPage error={person.error} onRetry={() => void person.refetch()} />;
  }
  if (person.data === null) {
    return (
      <EmptyState isPage icon="user" title="No person has this distinct id">
        Events may have been sent without a person profile, or the person was deleted.
      </EmptyState>
    );
  }
  return <Profile person={person.data} distinctId={distinctId} />;
}

function Profile({ person, distinctId }: { readonly person: Person; readonly distinctId: string }) {
  const { timezone } = useProject();
  const { tab = 'events' } = useAddressSearch();
  const change = useChangeSearch();
  return (
    <Page title={person.name} actions={<PersonActions person={person} />}>
      <ProjectLink path="persons">All persons</ProjectLink>
      <Card>
        <dl className={styles.facts}>
          <div>
            <dt>First seen</dt>
            <dd>
              {timestampText(person.created_at, timezone)} ({timezone})
            </dd>
          </div>
          {(person.last_seen_at ?? null) !== null && (
            <div>
              <dt>Last seen</dt>
              <dd>
                {timestampText(person.last_seen_at, timezone)} ({timezone})
              </dd>
            </div>
          )}
          <div>
            <dt>Distinct ids</dt>
            <dd className={styles.ids}>
              {person.distinct_ids.map((id) => (
                <Badge key={id} tone={id === distinctId ? 'accent' : 'plain'}>
                  {id}
                </Badge>
              ))}
            </dd>
          </div>
        </dl>
      </Card>
      <Tabs
        label="Parts of the profile"
        selected={tab}
        onSelect={(id) => change({ tab: id === 'events' ? undefined : id, text: undefined })}
        tabs={[
          { id: 'events', label: 'Events', content: <PersonEvents personId={person.id} /> },
          { id: 'sessions', label: 'Sessions', content: <PersonSessions personId={person.id} /> },
          { id: 'properties', label: 'Properties', content: <PersonProperties person={person} /> },
          { id: 'history', label: 'Changes', content: <PersonHistory personId={person.id} /> },
          { id: 'flags', label: 'Flags', content: <PersonFlags distinctId={distinctId} /> },
          { id: 'cohorts', label: 'Cohorts', content: <Cohorts personId={person.id} /> },
        ]}
      />
    </Page>
  );
}

function Cohorts({ personId }: { readonly personId: string }) {
  const { id: projectId } = useProject();
  const cohorts = useQuery(personCohortsQuery(projectId, personId));
  if (cohorts.isPending) return <Loading label="Loading cohorts" />;
  if (cohorts.isError) {
    return <ErrorState error={cohorts.error} onRetry={() => void cohorts.refetch()} />;
  }
  if (cohorts.data.length === 0) return <EmptyState icon="users" title="In no cohort" />;
  return (
    <Card>
      <ul>
        {cohorts.data.map(({ id, name }) => (
          <li key={id}>
            <ProjectLink path={`cohorts/${id}`}>{name}</ProjectLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}

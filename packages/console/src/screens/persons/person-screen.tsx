import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { timestampText } from '../../queries/time-text';
import { useAddressSearch, useChangeSearch, usePathParameter } from '../../session/address';
import { useBlockedBy, useProject } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { PropertyList } from '../../ui/json/property-list';
import { Card, Page, Stack } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { Tabs } from '../../ui/tabs/tabs';
import { Badge } from '../../ui/text/badge';
import { toast } from '../../ui/toast/toasts';
import type { Person } from './person-data';
import { personCohortsQuery, personQuery, splitPerson } from './person-data';
import { PersonEvents } from './person-events';
import { PersonFlags } from './person-flags';
import styles from './persons.module.css';

/** `person/{distinct_id}`: who somebody is, what they did, and which flags they get and why. */
export default function PersonScreen() {
  const distinctId = usePathParameter('distinctId');
  const { id: projectId } = useProject();
  const person = useQuery(personQuery(projectId, distinctId));
  if (person.isPending) return <Loading label="Loading the person" />;
  if (person.isError) {
    return <ErrorState error={person.error} onRetry={() => void person.refetch()} />;
  }
  if (person.data === null) {
    return (
      <EmptyState icon="user" title="Nobody has this distinct id">
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
    <Page title={person.name} actions={<SplitButton person={person} />}>
      <ProjectLink path="persons">All persons</ProjectLink>
      <Card>
        <dl className={styles.facts}>
          <div>
            <dt>First seen</dt>
            <dd>
              {timestampText(person.created_at, timezone)} ({timezone})
            </dd>
          </div>
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
        onSelect={(id) => change({ tab: id === 'events' ? undefined : id })}
        tabs={[
          { id: 'events', label: 'Events', content: <PersonEvents personId={person.id} /> },
          {
            id: 'properties',
            label: 'Properties',
            content: (
              <Card>
                <PropertyList properties={person.properties} />
              </Card>
            ),
          },
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
          <li key={id}>{name}</li>
        ))}
      </ul>
    </Card>
  );
}

/** Undoes a wrong merge; only where there is something to split. */
function SplitButton({ person }: { readonly person: Person }) {
  const { id: projectId } = useProject();
  const client = useQueryClient();
  const blockedBy = useBlockedBy('person:write');
  const [isAsking, setAsking] = useState(false);
  const split = useMutation({
    mutationFn: () => splitPerson(projectId, person),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['person', projectId] });
      toast('success', 'The person is split. Each distinct id has a person of its own.');
    },
    onSettled: () => setAsking(false),
  });
  if (person.distinct_ids.length < 2) return null;
  return (
    <>
      <Button blockedBy={blockedBy} onClick={() => setAsking(true)}>
        Split
      </Button>
      <Dialog
        title={`Split ${person.name}?`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep it</Button>
            <Button kind="danger" busy={split.isPending} onClick={() => split.mutate()}>
              Split the person
            </Button>
          </>
        }
      >
        <Stack>
          <p>
            Each of the {person.distinct_ids.length} distinct ids becomes a person of its own. The
            properties stay with {person.distinct_ids[0]}. This cannot be undone.
          </p>
        </Stack>
      </Dialog>
    </>
  );
}

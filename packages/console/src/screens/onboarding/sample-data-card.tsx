import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { numberWords } from '../../queries/numbers';
import { projectListQuery, useBlockedBy } from '../../session/me';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { Card, Row, Stack } from '../../ui/layout/page';
import { FailedNotice, Loading, Notice } from '../../ui/state/states';
import type { SampleData } from './sample-data';
import { makeSampleData, removeSampleData, sampleDataQuery } from './sample-data';
import styles from './onboarding.module.css';

/** A card that creates and deletes a separate project with the sample events of a shop. */
export function SampleDataCard() {
  const sample = useQuery(sampleDataQuery);
  const { data } = sample;
  const client = useQueryClient();
  const state = data?.state;
  useEffect(() => {
    // Reloads the list of projects in the navigation.
    void client.invalidateQueries({ queryKey: projectListQuery.queryKey });
  }, [client, state]);
  return (
    <Card title="Sample data">
      {sample.isPending && <Loading label="Looking for the sample project" />}
      <FailedNotice query={sample} />
      {data !== undefined && <Content data={data} />}
    </Card>
  );
}

function Content({ data }: { readonly data: SampleData }) {
  const { state, project, error } = data;
  if (project === null) return <Make />;
  return (
    <Stack>
      {state === 'filling' && <Progress data={data} />}
      {state === 'removing' && <Loading label={`Removing ${project.name}`} />}
      {state === 'failed' && (
        <Notice kind="danger">The work on the sample project failed: {error}</Notice>
      )}
      {state === 'filled' && (
        <p>
          {project.name} has about {numberWords(data.total)} events of the last 60 days, with
          sessions, campaigns, companies, flags and a dashboard.
        </p>
      )}
      {state !== 'removing' && (
        <Row>
          <Link
            to={'/project/$projectId/dashboard' as '/'}
            params={{ projectId: String(project.id) } as never}
          >
            Open {project.name}
          </Link>
          <Remove name={project.name} />
        </Row>
      )}
    </Stack>
  );
}

function Make() {
  const client = useQueryClient();
  const blockedBy = useBlockedBy('project:write');
  const make = useMutation({
    mutationFn: makeSampleData,
    onSuccess: (next) => client.setQueryData(sampleDataQuery.queryKey, next),
  });
  return (
    <Stack>
      <p>
        See every screen at once: a project of its own with 200,000 events of a shop over 60 days.
        Your own projects do not change.
      </p>
      <Row>
        <Button
          icon="shopping-bag"
          busy={make.isPending}
          blockedBy={blockedBy}
          onClick={() => make.mutate()}
        >
          Create a sample project
        </Button>
      </Row>
    </Stack>
  );
}

function Progress({ data: { sent, total } }: { readonly data: SampleData }) {
  return (
    <div className={styles.progress}>
      <progress aria-label="Events of the sample project" value={sent} max={Math.max(total, 1)} />
      <span className={styles.note}>
        {numberWords(sent)} of about {numberWords(total)} events, the oldest first. You can already
        open it; its screens show the events that have arrived.
      </span>
    </div>
  );
}

function Remove({ name }: { readonly name: string }) {
  const client = useQueryClient();
  const blockedBy = useBlockedBy('project:write');
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: removeSampleData,
    onSuccess: (next) => client.setQueryData(sampleDataQuery.queryKey, next),
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <Button kind="quiet" icon="trash-2" blockedBy={blockedBy} onClick={() => setAsking(true)}>
        Remove the sample project
      </Button>
      <Dialog
        title={`Remove ${name}?`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
              Remove it with its data
            </Button>
          </>
        }
      >
        <p>
          Its events, persons, flags, insights and dashboards are deleted, including those that you
          have added. Other projects are not changed.
        </p>
      </Dialog>
    </>
  );
}

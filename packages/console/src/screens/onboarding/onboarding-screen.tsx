import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { HealthNotice } from '../../session/health-notice';
import { useMe, useProject } from '../../session/me';
import { Button } from '../../ui/button/button';
import { Icon } from '../../ui/icon/icon';
import { Card, Page, Row } from '../../ui/layout/page';
import { FailedNotice, Notice } from '../../ui/state/states';
import { Timestamp } from '../../ui/text/timestamp';
import { Tabs } from '../../ui/tabs/tabs';
import { CodeBlock } from '../../ui/text/code-block';
import type { SeenEvent } from './first-event';
import { firstEventQuery, sendTestEvent } from './first-event';
import { RecentWarnings } from './recent-warnings';
import { SampleDataCard } from './sample-data-card';
import { snippetsOf } from './snippets';
import styles from './onboarding.module.css';

/** The interval between requests until an event has arrived. */
const LOOK_EVERY_MS = 1_000;
/** If no event has arrived after this time, recent ingestion warnings are shown. */
const SHOW_WARNINGS_AFTER_MS = 30_000;

/** The first steps: how to send an event, and a message when the first event arrives. */
export default function OnboardingScreen() {
  const project = useProject();
  const me = useMe();
  const host = me.public_url ?? window.location.origin;
  const first = useQuery({
    ...firstEventQuery(project.id),
    refetchInterval: ({ state }) => (state.data ? false : LOOK_EVERY_MS),
  });
  const seen = first.data ?? null;
  const test = useMutation({ mutationFn: () => sendTestEvent(project.api_token) });
  const isLate = useIsLate(SHOW_WARNINGS_AFTER_MS);
  return (
    <Page title="First steps">
      <Card title="Send an event">
        <Tabs
          label="Client"
          tabs={snippetsOf(host, project.api_token).map(({ name, code }) => ({
            id: name,
            label: name,
            content: <CodeBlock code={code} label={`Code for ${name}`} />,
          }))}
        />
        <p className={styles.note}>
          The project key is public: it can only send events and read flags. Reading data takes a
          personal key.
        </p>
      </Card>
      <Card title="See it arrive">
        {seen === null && <HealthNotice />}
        <Arrival seen={seen} zone={project.timezone} />
        <FailedNotice query={first} />
        <Row>
          <Button icon="send" busy={test.isPending} onClick={() => test.mutate()}>
            Send a test event from this page
          </Button>
        </Row>
        {seen === null && isLate && <RecentWarnings projectId={project.id} />}
      </Card>
      <SampleDataCard />
      <Card title="Checklist">
        <Checklist email={me.email} hasEvent={seen !== null} timezone={project.timezone} />
      </Card>
    </Page>
  );
}

function Arrival(props: { readonly seen: SeenEvent | null; readonly zone: string }) {
  const { seen, zone } = props;
  if (seen !== null) {
    return (
      <Notice kind="success">
        <strong>Your first event arrived.</strong> {seen.event} of {seen.distinctId},{' '}
        <Timestamp value={seen.timestamp} zone={zone} />
      </Notice>
    );
  }
  return <Notice kind="info">Waiting for your first event…</Notice>;
}

function Checklist(props: {
  readonly email: string;
  readonly hasEvent: boolean;
  readonly timezone: string;
}) {
  const items = [
    { isDone: true, text: `A password; you sign in as ${props.email}` },
    { isDone: props.hasEvent, text: 'A first event' },
    {
      isDone: props.timezone !== 'UTC',
      text: `The time zone in which days begin (now ${props.timezone})`,
    },
  ];
  return (
    <ul className={styles.checklist}>
      {items.map(({ isDone, text }) => (
        <li key={text} data-done={isDone}>
          <Icon name={isDone ? 'circle-check' : 'circle-dot'} />
          <span>{text}</span>
          <span className={styles.status}>{isDone ? 'done' : 'open'}</span>
        </li>
      ))}
    </ul>
  );
}

function useIsLate(milliseconds: number): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isLate;
}

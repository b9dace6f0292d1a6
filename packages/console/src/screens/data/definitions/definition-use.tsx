import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { eventsNamed } from '../../../queries/data/links';
import { numberWords } from '../../../queries/numbers';
import { useProjectId } from '../../../session/me';
import { ProjectLink } from '../../../session/project-link';
import { QueryLink } from '../../../session/query-link';
import { propertyValuesQuery } from '../../../ui/filters/property-values';
import { FailedNotice, Loading } from '../../../ui/state/states';
import { Timestamp } from '../../../ui/text/timestamp';
import type { Definition, Subject } from './definition-data';
import { eventsWithQuery, propertiesOfEventQuery } from './definition-data';
import styles from './definitions.module.css';

/** When and by whom a definition was used, verified and changed. */
export function Facts({
  definition,
  zone,
}: {
  readonly definition: Definition;
  readonly zone: string;
}) {
  const { created_at: created, last_seen_at: seen, updated_by: changedBy } = definition;
  const { verified_at: verifiedAt, verified_by: verifiedBy } = definition;
  return (
    <dl className={styles.facts}>
      {created !== undefined && (
        <Fact name="First seen">
          <Timestamp value={created} zone={zone} />
        </Fact>
      )}
      {seen !== undefined && (
        <Fact name="Last seen">
          <Timestamp value={seen} zone={zone} />
        </Fact>
      )}
      {verifiedAt !== null && (
        <Fact name="Verified">
          <Timestamp value={verifiedAt} zone={zone} /> {verifiedBy?.email}
        </Fact>
      )}
      {changedBy !== null && (
        <Fact name="Changed">
          <Timestamp value={definition.updated_at} zone={zone} /> {changedBy.email}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** The list of an event's properties. */
export function UseOfEvent({ event }: { readonly event: string }) {
  const found = useQuery(propertiesOfEventQuery(useProjectId(), event));
  return (
    <Part title="Properties" query={found} isEmpty={found.data?.results.length === 0}>
      {found.data?.results.map(({ id, name, description }) => (
        <li key={id}>
          <ProjectLink path="data-management/properties" search={{ open: id }}>
            {name}
          </ProjectLink>{' '}
          <span className={styles.note}>{description}</span>
        </li>
      ))}
    </Part>
  );
}

/** The values of a property, and the events that have it. */
export function UseOfProperty(props: {
  readonly subject: Extract<Subject, { kind: 'properties' }>;
  readonly property: string;
}) {
  const { subject, property } = props;
  const filter = {
    type: subject.type,
    key: property,
    operator: 'is_set',
    group_type_index: subject.groupTypeIndex,
  };
  const values = useQuery(propertyValuesQuery(useProjectId(), filter, ''));
  return (
    <>
      {subject.type === 'event' && <EventsWith property={property} />}
      <Part title="Values" query={values} isEmpty={values.data?.length === 0}>
        {values.data?.map((value) => (
          <li key={value}>
            <code>{value}</code>
          </li>
        ))}
      </Part>
    </>
  );
}

function EventsWith({ property }: { readonly property: string }) {
  const events = useQuery(eventsWithQuery(useProjectId(), property));
  return (
    <Part
      title="Events of the last 30 days with this property"
      query={events}
      isEmpty={events.data?.length === 0}
    >
      {events.data?.map(([event, count]) => (
        <li key={event}>
          <QueryLink path="activity" query={eventsNamed(event, property)}>
            {event}
          </QueryLink>{' '}
          <span className={styles.note}>{numberWords(count)}</span>
        </li>
      ))}
    </Part>
  );
}

/** A list with its own loading and error states. */
function Part(props: {
  readonly title: string;
  readonly query: Parameters<typeof FailedNotice>[0]['query'] & { readonly isPending: boolean };
  readonly isEmpty: boolean;
  readonly children: ReactNode;
}) {
  const { title, isEmpty, children } = props;
  return (
    <section aria-label={title} className={styles.part}>
      <h3>{title}</h3>
      {props.query.isPending && <Loading />}
      <FailedNotice query={props.query} />
      {isEmpty && <p className={styles.note}>No results.</p>}
      <ul>{children}</ul>
    </section>
  );
}

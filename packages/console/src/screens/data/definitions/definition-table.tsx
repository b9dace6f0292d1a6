import { useQuery } from '@tanstack/react-query';
import { typeWords } from '../../../queries/data/definition';
import { eventsNamed, trendOfEvent } from '../../../queries/data/links';
import { numberWords } from '../../../queries/numbers';
import { useAddressSearch } from '../../../session/address';
import { useProjectId } from '../../../session/me';
import { ProjectLink } from '../../../session/project-link';
import { QueryLink } from '../../../session/query-link';
import { CellNote, NumberCell, Table } from '../../../ui/table/table';
import { Badge } from '../../../ui/text/badge';
import { Timestamp } from '../../../ui/text/timestamp';
import { FailedNotice } from '../../../ui/state/states';
import type { Definition, Subject } from './definition-data';
import { eventCountsQuery } from './definition-data';
import styles from './definitions.module.css';

const EVENT_COLUMNS = [
  { label: 'Event' },
  { label: 'Last seen' },
  { label: 'Events, 30 days', isNumber: true },
  { label: 'Open' },
];
const PROPERTY_COLUMNS = [{ label: 'Property' }, { label: 'Type' }, { label: 'Changed' }];

interface TableProps {
  readonly subject: Subject;
  readonly definitions: readonly Definition[];
  readonly zone: string;
}

/** A table of definitions with their use. A click on a name opens its drawer. */
export function DefinitionTable(props: TableProps) {
  const { subject, definitions, zone } = props;
  if (subject.kind === 'events') return <EventTable {...props} />;
  return (
    <Table label="Properties" columns={PROPERTY_COLUMNS}>
      {definitions.map((definition) => (
        <tr key={definition.id}>
          <Name subject={subject} definition={definition} />
          <td>{typeWords(definition.property_type)}</td>
          <td>
            {definition.updated_by === null ? (
              'never edited'
            ) : (
              <>
                <Timestamp value={definition.updated_at} zone={zone} />
                <CellNote>{definition.updated_by.email}</CellNote>
              </>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function EventTable({ subject, definitions, zone }: TableProps) {
  const names = definitions.map(({ name }) => name);
  const counts = useQuery(eventCountsQuery(useProjectId(), names));
  return (
    <>
      <FailedNotice query={counts} />
      <Table label="Events" columns={EVENT_COLUMNS}>
        {definitions.map((definition) => (
          <tr key={definition.id}>
            <Name subject={subject} definition={definition} />
            <td>
              <Timestamp value={definition.last_seen_at ?? null} zone={zone} />
            </td>
            <NumberCell>
              {counts.data === undefined ? '–' : numberWords(counts.data.get(definition.name) ?? 0)}
            </NumberCell>
            <td className={styles.links}>
              <QueryLink path="activity" query={eventsNamed(definition.name)}>
                Events
              </QueryLink>
              <QueryLink path="insights/new" query={trendOfEvent(definition.name)}>
                Trend
              </QueryLink>
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function Name({
  subject,
  definition,
}: {
  readonly subject: Subject;
  readonly definition: Definition;
}) {
  const { id, name, description, tags, verified, hidden, virtual = false } = definition;
  const search = useAddressSearch();
  return (
    <th scope="row">
      {virtual ? (
        <span className={styles.name}>{name}</span>
      ) : (
        <ProjectLink
          path={`data-management/${subject.kind}`}
          search={{ ...search, open: id }}
          className={styles.name}
        >
          {name}
        </ProjectLink>
      )}{' '}
      {verified && <Badge tone="success">verified</Badge>}{' '}
      {hidden && <Badge tone="warning">hidden</Badge>}{' '}
      {virtual && <Badge>computed by the server</Badge>}{' '}
      {tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
      {description !== '' && <CellNote>{description}</CellNote>}
    </th>
  );
}

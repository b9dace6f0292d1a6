import type { Reconciliation } from '../../queries/imports/import';
import { comparisonWords } from '../../queries/imports/import';
import { counted, numberWords } from '../../queries/numbers';
import { Card } from '../../ui/layout/page';
import { Notice } from '../../ui/state/states';
import { NumberCell, Table } from '../../ui/table/table';
import styles from './imports.module.css';

const TOTALS = [
  { label: 'Data' },
  { label: 'In the source', isNumber: true },
  { label: 'Here', isNumber: true },
];
const DAYS = [{ label: 'Day (UTC)' }, { label: 'Event' }, ...TOTALS.slice(1)];

/** A comparison of the numbers in the source and in the project, after all events were ingested. */
export function ReconciliationCard({
  reconciliation,
}: {
  readonly reconciliation: Reconciliation;
}) {
  const { events, persons, flags } = reconciliation;
  const { kind, text } = comparisonWords(reconciliation);
  return (
    <Card title="Comparison">
      <Notice kind={kind}>{text}</Notice>
      <Table label="Totals" columns={TOTALS}>
        <tr>
          <th scope="row">Events</th>
          <NumberCell>{numberWords(events.source)}</NumberCell>
          <NumberCell>{numberWords(events.target)}</NumberCell>
        </tr>
        {persons !== null && (
          <tr>
            <th scope="row">Persons</th>
            <NumberCell>{numberWords(persons.source)}</NumberCell>
            <NumberCell>{numberWords(persons.target)}</NumberCell>
          </tr>
        )}
        {flags !== null && (
          <tr>
            <th scope="row">Flags</th>
            <NumberCell>{numberWords(flags.source)}</NumberCell>
            <td data-number>
              {flags.differences.length === 0
                ? 'equal'
                : `${numberWords(flags.differences.length)} differ`}
            </td>
          </tr>
        )}
      </Table>
      {events.differences.length > 0 && (
        <>
          <h3>{counted(events.difference_count, 'difference')} of events by day</h3>
          <Table label="Events that differ" columns={DAYS}>
            {events.differences.map(({ day, event, source, target }) => (
              <tr key={JSON.stringify([day, event])}>
                <th scope="row">{day}</th>
                <td className={styles.text}>{event}</td>
                <NumberCell>{numberWords(source)}</NumberCell>
                <NumberCell>{numberWords(target)}</NumberCell>
              </tr>
            ))}
          </Table>
        </>
      )}
      {flags !== null && flags.differences.length > 0 && (
        <ul className={styles.note}>
          {flags.differences.map(({ key, difference }) => (
            <li key={key}>
              Flag {key}: {difference}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

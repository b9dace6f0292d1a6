import type { WebStatsBreakdown } from '@tidemark/contracts';
import { peopleBehindWeb } from '../../queries/web/people-behind-web';
import { isFiltered, rowFilters, toggleRow } from '../../queries/web/row-filter';
import type { TableColumn, TableRow, WebTable } from '../../queries/web/shape-web';
import { nextOrder } from '../../queries/web/shape-web';
import { valueWords } from '../../queries/web/value-words';
import type { WebOrder } from '../../queries/web/web-queries';
import type { WebView } from '../../queries/web/web-view';
import { Icon } from '../../ui/icon/icon';
import type { CardProps } from './card-props';
import { ComparedNumber } from './compared-number';
import styles from './web.module.css';

interface StatsTableProps extends CardProps {
  /** The view of the shown rows, which is the previous one while a new result is computed. */
  readonly answered: WebView;
  readonly label: string;
  readonly breakdown: WebStatsBreakdown;
  readonly table: WebTable;
  readonly order: WebOrder | null;
  readonly onOrder: (order: string) => void;
}

/** A table of visits by a value. A click on a value filters the whole screen; a click on a number shows its people. */
export function StatsTable(props: StatsTableProps) {
  const { label, table, order, onOrder } = props;
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{label}</th>
            {table.columns.map((column) => (
              <Heading key={column.name} column={column} order={order} onOrder={onOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <Row key={JSON.stringify(row.value)} {...props} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A column heading that sorts the table: descending after the first click, then ascending. */
function Heading(props: {
  readonly column: TableColumn;
  readonly order: WebOrder | null;
  readonly onOrder: (order: string) => void;
}) {
  const { column, order, onOrder } = props;
  const isOrdered = order?.[0] === column.order;
  const direction = order?.[1] === 'ASC' ? 'ascending' : 'descending';
  return (
    <th scope="col" data-number aria-sort={isOrdered ? direction : undefined}>
      <button
        type="button"
        className={styles.heading}
        title={`Order by ${column.label.toLowerCase()}`}
        onClick={() => onOrder(nextOrder(order, column.order))}
      >
        {column.label}
        {isOrdered && (
          <Icon name={direction === 'ascending' ? 'arrow-up' : 'arrow-down'} size={12} />
        )}
      </button>
    </th>
  );
}

function Row(props: StatsTableProps & { readonly row: TableRow }) {
  const { view, setView, answered, range, onPeople, breakdown, table, row } = props;
  const words = valueWords(breakdown, row.value);
  const filters = rowFilters(breakdown, row.value);
  const opener = (column: TableColumn, value: number | null): (() => void) | null => {
    if (range === null || filters === null || value === null || value === 0) return null;
    const people = peopleBehindWeb(answered, {
      title: `${words}: ${column.label.toLowerCase()}`,
      what: column.name,
      value,
      range,
      row: filters,
      isOfSessions: answered.compareTo !== 'none',
    });
    return people === null ? null : () => onPeople(people);
  };
  return (
    <tr>
      <th scope="row">
        <span className={styles.bar} style={{ width: `${Math.min(1, row.fill) * 100}%` }} />
        {filters === null ? (
          <span className={styles.value}>{words}</span>
        ) : (
          <button
            type="button"
            className={styles.value}
            aria-pressed={isFiltered(view.filters, filters)}
            title={`Only visits with ${words}`}
            onClick={() => setView({ ...view, filters: toggleRow(view.filters, filters) })}
          >
            {words}
          </button>
        )}
      </th>
      {table.columns.map((column, at) => {
        const number = row.numbers[at] ?? { value: null, previous: null };
        return (
          <td key={column.name} data-number>
            <ComparedNumber
              number={number}
              kind={column.kind}
              isIncreaseBad={column.isIncreaseBad}
              label={`${words}, ${column.label}`}
              onOpen={opener(column, number.value)}
            />
          </td>
        );
      })}
    </tr>
  );
}

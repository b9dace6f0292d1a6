import { lazy, useRef } from 'react';
import { RunFrame } from '../../insight-view/run-frame';
import { useQueryRun } from '../../insight-view/use-query-run';
import type { TABLES } from '../../queries/web/breakdowns';
import { breakdownOf } from '../../queries/web/breakdowns';
import { firstValueOf } from '../../queries/web/returning';
import type { WebTable } from '../../queries/web/shape-web';
import { orderOf, tableOf } from '../../queries/web/shape-web';
import { tableQuery } from '../../queries/web/web-queries';
import { isSameRange, viewOfQuery } from '../../queries/web/web-view';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { Button } from '../../ui/button/button';
import { SelectField } from '../../ui/field/field';
import { Card } from '../../ui/layout/page';
import { useSeen } from '../../ui/layout/use-seen';
import { EmptyState, Loading } from '../../ui/state/states';
import { Lazily } from '../../ui/state/lazily';
import type { CardProps } from './card-props';
import { OpenAsSql, OpenReturning } from './open-as';
import { StatsTable } from './stats-table';
import styles from './web.module.css';

// Loaded when the countries are first shown, because the outlines are larger than the code of a screen.
const CountryMap = lazy(() => import('./country-map'));

/** The maximum number of rows in the list of countries, because the map shows all of them. */
const MOST_ROWS = 1_000;
/** The number of rows at first; each click on the button below adds `MORE_ROWS`. */
const ROWS = 10;
const MORE_ROWS = 40;

/** A table of visits by a chosen breakdown. Breakdown, sort order and number of rows are in the URL. */
export function TableCard({
  table,
  ...card
}: CardProps & { readonly table: (typeof TABLES)[number] }) {
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(place);
  const search = useAddressSearch();
  const change = useChangeSearch();
  const [orderName, rowsName] = [`${table.name}-by`, `${table.name}-rows`];
  const breakdown = breakdownOf(table, search[table.name]);
  const order = orderOf(search[orderName]);
  const limit = rowsOf(search[rowsName]);
  const firstValue = firstValueOf(breakdown.value);
  const hasMap = breakdown.value === 'Country';
  const asked = { order, limit: hasMap ? MOST_ROWS : limit };
  const run = useQueryRun(tableQuery(card.view, breakdown.value, asked), isSeen);
  return (
    <div ref={place} className={styles.card}>
      <Card
        title={table.title}
        actions={
          <SelectField
            label={`${table.title} by`}
            labelHidden
            value={breakdown.value}
            options={table.breakdowns}
            onChange={(value) =>
              change({ [table.name]: value, [orderName]: undefined, [rowsName]: undefined })
            }
          />
        }
      >
        <RunFrame run={run}>
          {({ query, response }) => {
            const found = tableOf(response);
            const shown = firstRows(found, limit);
            const answered = viewOfQuery(query);
            if (shown.rows.length === 0) {
              return (
                <EmptyState icon="globe" title={`No ${breakdown.label.toLowerCase()}`}>
                  No visit of the range has a value for this.
                </EmptyState>
              );
            }
            return (
              <>
                {query.breakdownBy === 'Country' && (
                  <Lazily fallback={<Loading label="Loading the map" />}>
                    <CountryMap view={card.view} setView={card.setView} table={found} />
                  </Lazily>
                )}
                <StatsTable
                  {...card}
                  answered={answered}
                  range={isSameRange(answered, card.view) ? card.range : null}
                  label={breakdown.heading ?? breakdown.label}
                  breakdown={query.breakdownBy}
                  table={shown}
                  order={order}
                  onOrder={(next) => change({ [orderName]: next })}
                />
                <div className={styles.footer}>
                  {shown.hasMore && (
                    <Button
                      kind="quiet"
                      icon="chevron-down"
                      onClick={() => change({ [rowsName]: String(limit + MORE_ROWS) })}
                    >
                      Show more
                    </Button>
                  )}
                  {firstValue !== null && <OpenReturning property={firstValue} />}
                  <OpenAsSql run={run} />
                </div>
              </>
            );
          }}
        </RunFrame>
      </Card>
    </div>
  );
}

function firstRows(table: WebTable, limit: number): WebTable {
  if (table.rows.length <= limit) return table;
  return { ...table, rows: table.rows.slice(0, limit), hasMore: true };
}

function rowsOf(text: string | undefined): number {
  const rows = Number(text);
  return Number.isInteger(rows) && rows > 0 ? Math.min(rows, MOST_ROWS) : ROWS;
}

import { useMemo } from 'react';
import world from 'virtual:world-map';
import { numberWords } from '../../queries/numbers';
import type { CountryMap, CountryValue } from '../../queries/web/country-map';
import { classOf, countryMapOf } from '../../queries/web/country-map';
import { isFiltered, rowFilters, toggleRow } from '../../queries/web/row-filter';
import type { WebTable } from '../../queries/web/shape-web';
import { valueWords } from '../../queries/web/value-words';
import type { WebView } from '../../queries/web/web-view';
import { WalkedDrawing } from '../../ui/chart/walked-drawing';
import styles from './country-map.module.css';

const CODES: ReadonlySet<string> = new Set(
  [...world.shapes, ...world.points].flatMap(({ code }) => code ?? []),
);

interface CountryMapProps {
  readonly view: WebView;
  readonly setView: (view: WebView) => void;
  /** The table of countries, with all of its rows. */
  readonly table: WebTable;
}

/**
 * Visitors by country on a world map. A click on a country, or Enter, sets a filter, like a click on its row in the
 * table. The arrow keys go through the countries, from the most visitors to the fewest.
 */
export default function CountryMapView({ view, setView, table }: CountryMapProps) {
  const map = useMemo(() => countryMapOf(table, CODES), [table]);
  const toggle = ({ row }: CountryValue): void => {
    const filters = rowFilters('Country', row.value);
    if (filters !== null) setView({ ...view, filters: toggleRow(view.filters, filters) });
  };
  const isChosen = ({ row }: CountryValue): boolean => {
    const filters = rowFilters('Country', row.value);
    return filters !== null && isFiltered(view.filters, filters);
  };
  const countries = useMemo(
    () => [...map.byCode].toSorted(([, a], [, b]) => b.visitors - a.visitors),
    [map],
  );
  const country = (code: string | null, selected: string | undefined) => {
    const value = code === null ? undefined : map.byCode.get(code);
    if (value === undefined) return { className: styles.land };
    return {
      className: styles.country,
      'data-class': classOf(value.visitors, map.bounds),
      'data-chosen': isChosen(value),
      'data-selected': code === selected,
      onClick: () => toggle(value),
      children: <title>{wordsOf(value)}</title>,
    };
  };
  return (
    <figure className={styles.figure}>
      <WalkedDrawing
        label="Map of visitors by country"
        sizes={[countries.length]}
        action="filter by the country"
        words={({ row }) => wordsAt(countries[row]?.[1])}
        onOpen={({ row }) => {
          const value = countries[row]?.[1];
          if (value !== undefined) toggle(value);
        }}
      >
        {(place) => {
          const selected = place === null ? undefined : countries[place.row]?.[0];
          return (
            <svg
              className={styles.map}
              viewBox={`0 0 ${world.width} ${world.height}`}
              aria-hidden="true"
            >
              {world.shapes.map(({ code, path }) => (
                <path key={path} d={path} data-code={code} {...country(code, selected)} />
              ))}
              {world.points.map(({ code, x, y }) =>
                map.byCode.has(code) ? (
                  <circle
                    key={code}
                    cx={x}
                    cy={y}
                    r={5}
                    data-code={code}
                    {...country(code, selected)}
                  />
                ) : null,
              )}
            </svg>
          );
        }}
      </WalkedDrawing>
      <figcaption className={styles.legend}>
        <Legend bounds={map.bounds} />
        {map.others.length > 0 && (
          <Others others={map.others} isChosen={isChosen} onToggle={toggle} />
        )}
      </figcaption>
    </figure>
  );
}

function Legend({ bounds }: Pick<CountryMap, 'bounds'>) {
  if (bounds.length === 0) return <p>No visitor of the range has a country of the map.</p>;
  return (
    <ul className={styles.classes} aria-label="Visitors">
      {bounds.map((bound, at) => {
        const from = (bounds[at - 1] ?? 0) + 1;
        return (
          <li key={bound}>
            <span className={styles.shade} data-class={at + 1} />
            {from === bound ? numberWords(bound) : `${numberWords(from)} to ${numberWords(bound)}`}
          </li>
        );
      })}
      <li>visitors</li>
    </ul>
  );
}

function Others(props: {
  readonly others: readonly CountryValue[];
  readonly isChosen: (value: CountryValue) => boolean;
  readonly onToggle: (value: CountryValue) => void;
}) {
  const { others, isChosen, onToggle } = props;
  return (
    <p className={styles.others}>
      Not on the map:
      {others.map((value) => (
        <button
          key={JSON.stringify(value.row.value)}
          type="button"
          aria-pressed={isChosen(value)}
          onClick={() => onToggle(value)}
        >
          {wordsOf(value)}
        </button>
      ))}
    </p>
  );
}

function wordsAt(value: CountryValue | undefined): string {
  return value === undefined ? '' : wordsOf(value);
}

function wordsOf({ row, visitors }: CountryValue): string {
  return `${valueWords('Country', row.value)}: ${numberWords(visitors)}`;
}

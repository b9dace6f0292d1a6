import { lazy, useMemo } from 'react';
import { funnelPathsWords } from '../queries/insight/funnel-paths';
import { durationWords } from '../queries/numbers';
import type { PathLink } from '../queries/insight/shape-paths';
import { peopleBehindLink, shapePaths } from '../queries/insight/shape-paths';
import type { PathsQuery } from '../queries/insight/types';
import { Value } from '../ui/chart/series-table';
import table from '../ui/chart/chart.module.css';
import { EmptyState, Loading } from '../ui/state/states';
import { Lazily } from '../ui/state/lazily';
import styles from './insight-view.module.css';
import type { ViewProps } from './view-props';

// The code of the diagram is loaded when the first paths are shown.
const SankeyChart = lazy(() => import('../ui/chart/sankey-chart'));

/** The response to a `PathsQuery`: the flows between steps as a diagram and as a list. */
export default function PathsView(props: ViewProps<PathsQuery>) {
  const { query, response, label, isCompact = false, onPeople } = props;
  const shape = useMemo(() => shapePaths(response), [response]);
  const links = shape.links;
  if (links.length === 0) {
    return (
      <EmptyState icon="arrow-right" title="No paths">
        Nobody went from one item to another. Choose a longer range, or other kinds of events.
      </EmptyState>
    );
  }
  const opener = (link: PathLink): (() => void) | null =>
    onPeople === undefined ? null : () => onPeople(peopleBehindLink(query, link));
  const words = funnelPathsWords(query);
  return (
    <div className={styles.parts}>
      {words !== null && <p>{words}</p>}
      <Lazily fallback={<Loading label="Loading the chart" />}>
        <SankeyChart
          label={label}
          nodes={shape.nodes}
          links={links}
          onOpen={
            onPeople === undefined
              ? null
              : (index) => {
                  const link = links[index];
                  if (link !== undefined) opener(link)?.();
                }
          }
        />
      </Lazily>
      {!isCompact && <LinkList label={label} links={links} opener={opener} />}
    </div>
  );
}

function LinkList(props: {
  readonly label: string;
  readonly links: readonly PathLink[];
  readonly opener: (link: PathLink) => (() => void) | null;
}) {
  const { label, links, opener } = props;
  return (
    <div className={table.tableFrame} tabIndex={0} role="region" aria-label={`List of ${label}`}>
      <table className={`${table.table} ${styles.links}`}>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col" className={styles.text}>
              To
            </th>
            <th scope="col">Step</th>
            <th scope="col">Times</th>
            <th scope="col">Mean time</th>
          </tr>
        </thead>
        <tbody>
          {links.map((link) => (
            <tr key={`${link.source} ${link.target}`}>
              <th scope="row" title={link.from}>
                {link.from}
              </th>
              <td className={styles.text} title={link.to}>
                {link.to}
              </td>
              <td>{link.step}</td>
              <td>
                <Value
                  value={link.value}
                  label={`${link.from} to ${link.to}, step ${link.step}`}
                  onOpen={opener(link)}
                />
              </td>
              <td>{durationWords(link.meanSeconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

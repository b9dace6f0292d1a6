import { sankey, sankeyLeft, sankeyLinkHorizontal } from 'd3-sankey';
import { useRef } from 'react';
import { numberWords } from '../../queries/numbers';
import { lookOf } from './palette';
import styles from './sankey-chart.module.css';
import { useWidth } from './use-width';
import type { MarkPlace } from './walk';
import { WalkedDrawing } from './walked-drawing';

interface FlowNode {
  readonly key: string;
  readonly label: string;
  /** The column, from 0. */
  readonly depth: number;
}

interface FlowLink {
  readonly source: string;
  readonly target: string;
  readonly value: number;
}

interface SankeyChartProps {
  readonly label: string;
  readonly nodes: readonly FlowNode[];
  readonly links: readonly FlowLink[];
  /** Shows the people behind a link; null if there is no list of them. */
  readonly onOpen: ((link: number) => void) | null;
}

/** The minimum width of a column in pixels, so that its labels fit. */
const COLUMN = 170;
const NODE = 10;
const GAP = 14;
const ROW = 34;

/** A Sankey diagram: flows between columns of nodes, whose widths are in proportion to their values. */
export default function SankeyChart({ label, nodes, links, onOpen }: SankeyChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const room = useWidth(frame);
  const { graph, width, height } = layout(nodes, links, room);
  const path = sankeyLinkHorizontal();
  const columns = linkColumns(graph);
  const linkAt = ({ column, row }: MarkPlace): number => columns[column]?.[row] ?? -1;
  return (
    <div ref={frame}>
      <WalkedDrawing
        label={label}
        className={styles.frame}
        sizes={columns.map(({ length }) => length)}
        action="open the people"
        words={(place) => titleOf(nodes, links[linkAt(place)])}
        onOpen={onOpen === null ? null : (place) => onOpen(linkAt(place))}
      >
        {(selected) => (
          <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
            <g fill="none">
              {graph.links.map((link, index) => (
                <path
                  key={index}
                  className={onOpen === null ? styles.link : `${styles.link} ${styles.opens}`}
                  d={path(link) ?? undefined}
                  data-selected={selected !== null && linkAt(selected) === index}
                  strokeWidth={Math.max(1, link.width ?? 1)}
                  onClick={() => onOpen?.(index)}
                >
                  <title>{titleOf(nodes, links[index])}</title>
                </path>
              ))}
            </g>
            {graph.nodes.map((node, index) => (
              <g key={node.key}>
                <rect
                  x={node.x0}
                  y={node.y0}
                  width={NODE}
                  height={Math.max(1, (node.y1 ?? 0) - (node.y0 ?? 0))}
                  rx={2}
                  fill={`var(${lookOf(node.depth ?? 0).token})`}
                />
                <text
                  className={styles.label}
                  x={(node.x1 ?? 0) + 5}
                  y={((node.y0 ?? 0) + (node.y1 ?? 0)) / 2}
                  dy="0.32em"
                >
                  {shortened(nodes[index]?.label ?? '')}
                  <tspan className={styles.value}> {numberWords(node.value ?? 0)}</tspan>
                  <title>{nodes[index]?.label}</title>
                </text>
              </g>
            ))}
          </svg>
        )}
      </WalkedDrawing>
    </div>
  );
}

/** The indices of the links that begin in each column, from top to bottom. */
function linkColumns({
  nodes,
  links,
}: ReturnType<typeof layout>['graph']): readonly (readonly number[])[] {
  const begin = links.map(({ source, y0 = 0 }, index) => ({
    index,
    depth: typeof source === 'object' ? source.depth : 0,
    y: y0,
  }));
  const count = Math.max(0, ...nodes.map(({ depth = 0 }) => depth));
  return Array.from({ length: count }, (_, column) =>
    begin
      .filter(({ depth }) => depth === column)
      .toSorted((a, b) => a.y - b.y)
      .map(({ index }) => index),
  );
}

function layout(nodes: readonly FlowNode[], links: readonly FlowLink[], room: number) {
  const places = new Map(nodes.map(({ key }, index) => [key, index]));
  const columns = Math.max(1, ...nodes.map(({ depth }) => depth + 1));
  const rows = Math.max(
    ...Array.from({ length: columns }, (_, at) => nodes.filter(({ depth }) => depth === at).length),
  );
  const column = Math.max(COLUMN, Math.floor(room / columns));
  const width = columns * column;
  const height = Math.max(240, rows * ROW);
  const draw = sankey<{ key: string }, object>()
    .nodeAlign(sankeyLeft)
    .nodeWidth(NODE)
    .nodePadding(GAP)
    .extent([
      [0, 6],
      [width - column + NODE, height - 6],
    ]);
  const graph = draw({
    // The layout function changes its arguments, so it gets copies.
    nodes: nodes.map(({ key }) => ({ key })),
    links: links.map(({ source, target, value }) => ({
      source: places.get(source) ?? 0,
      target: places.get(target) ?? 0,
      value,
    })),
  });
  return { graph, width, height };
}

function titleOf(nodes: readonly FlowNode[], link: FlowLink | undefined): string {
  const name = (key: string | undefined): string =>
    nodes.find((node) => node.key === key)?.label ?? '';
  return `${name(link?.source)} → ${name(link?.target)}: ${numberWords(link?.value ?? 0)}`;
}

/** Shortens a long URL at its beginning, because its end is more specific. */
function shortened(text: string): string {
  return text.length <= 22 ? text : `…${text.slice(-21)}`;
}

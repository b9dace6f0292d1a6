import { lazy, useMemo } from 'react';
import { messageOf } from '../../api/api-error';
import type { SqlResult } from '../../queries/sql/result';
import { cellTypeOf, sqlResultOf } from '../../queries/sql/result';
import { sqlQueryIn } from '../../queries/sql/sql-query';
import type { TabRun } from '../../queries/sql/tabs';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { Button, IconButton } from '../../ui/button/button';
import type { GridColumn } from '../../ui/grid/grid-column';
import { DataGrid } from '../../ui/grid/data-grid';
import { EmptyState, Loading, Notice } from '../../ui/state/states';
import { Lazily } from '../../ui/state/lazily';
import { ExportMenu } from './export-menu';
import { RunFacts } from './run-facts';
import { RunProgress } from './run-progress';
import { usePages } from './use-pages';
import type { RunState } from './use-runs';
import styles from './sql.module.css';

const ResultChart = lazy(() => import('./result-chart'));

type Row = readonly unknown[];
type View = 'table' | 'chart';
const NO_CHART = { drawn: undefined, x: undefined, value: undefined, split: undefined };

interface ResultPanelProps {
  readonly projectId: number;
  readonly zone: string;
  readonly run: TabRun | null;
  /** The current text of the draft. */
  readonly text: string;
  readonly state: RunState;
  readonly onCancel: () => void;
  readonly onRefresh: () => void;
  /** Shows the position of the error in the text. */
  readonly onShowError: () => void;
}

/** The result of a run: its progress, its error, or its rows as a grid or a chart. */
export function ResultPanel(props: ResultPanelProps) {
  const { projectId, zone, run, text, state, onCancel, onRefresh, onShowError } = props;
  const { response, isEarlier, isRunning, error } = state;
  const { view: named } = useAddressSearch();
  const view: View = named === 'chart' ? 'chart' : 'table';
  const change = useChangeSearch();
  const pages = usePages(projectId, run?.key ?? '', run?.query);
  const own = useMemo(() => (response === null ? null : sqlResultOf(response)), [response]);
  const result = (isEarlier ? null : pages.result) ?? own;
  if (run === null) {
    return (
      <EmptyState icon="terminal" title="No result yet">
        Run the statement at the cursor, or the selected text, with Ctrl Enter.
      </EmptyState>
    );
  }
  return (
    <section className={styles.result} aria-label="Result">
      <div className={styles.resultBar}>
        {isRunning ? (
          <RunProgress key={run.key} projectId={projectId} runKey={run.key} onCancel={onCancel} />
        ) : (
          response !== null &&
          result !== null && (
            <RunFacts
              projectId={projectId}
              queryId={isEarlier ? (run.previous?.queryId ?? null) : run.queryId}
              response={response}
              rowCount={result.rows.length}
              hasMore={result.hasMore}
              zone={zone}
              isOfEarlierText={!text.includes(sqlQueryIn(run.query)?.query ?? '')}
            />
          )
        )}
        {result !== null && !isRunning && (
          <div className={styles.resultActions}>
            <IconButton icon="refresh-cw" label="Compute again" onClick={onRefresh} />
            <ViewSwitch
              view={view}
              onChange={(next) =>
                change({ ...NO_CHART, view: next === 'chart' ? next : undefined })
              }
            />
            <ExportMenu projectId={projectId} query={run.query} />
          </div>
        )}
      </div>
      {error !== null && !isRunning && (
        <RunError
          error={error}
          queryId={run.queryId}
          onShowError={onShowError}
          onRetry={onRefresh}
        />
      )}
      {result?.warnings.map((warning) => (
        <Notice key={warning} kind="warning">
          {warning}
        </Notice>
      ))}
      {result !== null && view === 'chart' && (
        <Lazily fallback={<Loading label="Loading the chart" />}>
          <ResultChart key={result.columns.join()} result={result} zone={zone} />
        </Lazily>
      )}
      {result !== null && view === 'table' && (
        <ResultGrid
          key={run.key}
          result={result}
          zone={zone}
          isDimmed={isRunning || isEarlier}
          pages={pages}
        />
      )}
    </section>
  );
}

function ViewSwitch(props: { readonly view: View; readonly onChange: (view: View) => void }) {
  const { view, onChange } = props;
  return (
    <>
      <IconButton
        icon="table-2"
        label="Table"
        pressed={view === 'table'}
        onClick={() => onChange('table')}
      />
      <IconButton
        icon="chart-line"
        label="Chart"
        pressed={view === 'chart'}
        onClick={() => onChange('chart')}
      />
    </>
  );
}

function RunError(props: {
  readonly error: unknown;
  readonly queryId: string | null;
  readonly onShowError: () => void;
  readonly onRetry: () => void;
}) {
  const { error, queryId, onShowError, onRetry } = props;
  return (
    <Notice kind="danger">
      <p>{messageOf(error)}</p>
      <div className={styles.noticeActions}>
        <Button onClick={onShowError}>Show the place</Button>
        <Button icon="refresh-cw" onClick={onRetry}>
          Retry
        </Button>
        {queryId !== null && <small>Query {queryId}</small>}
      </div>
    </Notice>
  );
}

function ResultGrid(props: {
  readonly result: SqlResult;
  readonly zone: string;
  readonly isDimmed: boolean;
  readonly pages: ReturnType<typeof usePages>;
}) {
  const { result, zone, isDimmed, pages } = props;
  const { columns: names, types } = result;
  const columns = useMemo(() => gridColumns(names, types), [names, types]);
  const number = new Intl.NumberFormat();
  const footer = (result.hasMore || pages.error !== null) && !isDimmed && (
    <>
      <span>{number.format(result.rows.length)} rows are shown; there are more.</span>
      <Button icon="arrow-down" busy={pages.isLoading} onClick={pages.readMore}>
        Read the next 1,000 rows
      </Button>
      {pages.error !== null && <Notice kind="danger">{messageOf(pages.error)}</Notice>}
    </>
  );
  return (
    <DataGrid<Row>
      label="Rows of the result"
      columns={columns}
      rows={result.rows}
      projectZone={zone}
      dimmed={isDimmed}
      footer={footer === false ? undefined : footer}
      empty={
        <EmptyState icon="table-2" title="No rows">
          The statement ran and found nothing. Use a longer range or remove a condition.
        </EmptyState>
      }
    />
  );
}

function gridColumns(
  names: SqlResult['columns'],
  types: SqlResult['types'],
): readonly GridColumn<Row>[] {
  return names.map((label, index) => {
    const [, type = ''] = types[index] ?? [];
    const cellType = cellTypeOf(type);
    const width = cellType === 'number' || cellType === 'boolean' ? 130 : 200;
    const isOnly = names.length === 1;
    return {
      id: `${index} ${label}`,
      label,
      note: type,
      type: cellType,
      width: isOnly ? 400 : width,
      value: (row: Row) => row[index],
    };
  });
}

import { timestampText, timestampTitle } from '../../queries/time-text';

/** A time in the project's zone, which is named; all zones in the tooltip. */
export function Timestamp(props: {
  /** Null: `without` stands there. */
  readonly value: string | null;
  readonly zone: string;
  readonly without?: string;
}) {
  const { value, zone, without = 'never' } = props;
  if (value === null) return <>{without}</>;
  return (
    <time dateTime={value} title={timestampTitle(value, zone)}>
      {timestampText(value, zone)} ({zone})
    </time>
  );
}

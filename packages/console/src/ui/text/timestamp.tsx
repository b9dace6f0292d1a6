import { timestampText, timestampTitle } from '../../queries/time-text';

/** A timestamp in the project's time zone, with its name. The tooltip also shows other time zones. */
export function Timestamp(props: {
  /** The timestamp; null shows `without`. */
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

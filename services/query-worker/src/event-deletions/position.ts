import type { FoundEvent } from '@tidemark/clickhouse';
import { z } from 'zod';

const eventSchema = z.object({ day: z.string(), uuid: z.string() });
const sessionSchema = z.object({ session: z.string() });

/** Where a phase continues, as it was recorded. */
export function readPosition(recorded: unknown): {
  /** The last event that was deleted; null: none. */
  readonly event: FoundEvent | null;
  /** The last session that was made anew; empty: none. */
  readonly session: string;
} {
  return {
    event: eventSchema.safeParse(recorded).data ?? null,
    session: sessionSchema.safeParse(recorded).data?.session ?? '',
  };
}

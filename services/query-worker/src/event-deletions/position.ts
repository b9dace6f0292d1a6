import type { FoundEvent } from '@tidemark/clickhouse';
import { z } from 'zod';

const eventSchema = z.object({ day: z.string(), uuid: z.string() });
const sessionSchema = z.object({ session: z.string() });

/** The recorded position from which a phase continues. */
export function readPosition(recorded: unknown): {
  /** The last event that was deleted; null: none. */
  readonly event: FoundEvent | null;
  /** The last session that was recomputed; empty: none. */
  readonly session: string;
} {
  return {
    event: eventSchema.safeParse(recorded).data ?? null,
    session: sessionSchema.safeParse(recorded).data?.session ?? '',
  };
}

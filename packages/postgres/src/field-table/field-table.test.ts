import type { Generated } from 'kysely';
import type { Json, Timestamp } from '../schema/columns';
import type { Settable } from '.';
import { fieldTable, json, named, own } from '.';

interface Note {
  readonly id: number;
  readonly title: string | null;
  readonly tags: readonly string[];
  readonly layout: Readonly<Record<string, unknown>> | null;
  readonly insightId: number | null;
  readonly pinnedAt: Date | null;
  /** Computed, not stored. */
  readonly isLong: boolean;
}

interface NoteTable {
  id: Generated<number>;
  title: string | null;
  tags: Generated<string[]>;
  layout_json: Json<Record<string, unknown>> | null;
  insight_id: number | null;
  pinned_at: Timestamp | null;
}

const NOTE_FIELDS = fieldTable<Note, NoteTable>()({
  id: own('id'),
  title: 'title',
  tags: 'tags',
  layout: json('layout_json', 'layout'),
  insightId: named('insight_id', 'dashboard_item'),
  pinnedAt: 'pinned_at',
});

const pinnedAt = new Date('2026-01-02T03:04:05.678Z');
const row = {
  id: 7,
  title: 'a',
  tags: ['x'],
  layout_json: { w: 6 },
  insight_id: 3,
  pinned_at: pinnedAt,
};
const stored = { id: 7, title: 'a', tags: ['x'], layout: { w: 6 }, insightId: 3, pinnedAt };

it('reads all stored fields from a row', () => {
  expect(NOTE_FIELDS.fromRow(row)).toEqual(stored);
});

it('writes the columns of the settable fields that are present, documents as JSON text', () => {
  expect(NOTE_FIELDS.toColumns({ title: null, layout: { w: 1 }, insightId: 4 })).toEqual({
    title: null,
    layout_json: '{"w":1}',
    insight_id: 4,
  });
  expect(NOTE_FIELDS.toColumns({ layout: null })).toEqual({ layout_json: null });
  expect(NOTE_FIELDS.toColumns({})).toEqual({});
});

it('writes no column that only the server sets', () => {
  expect(NOTE_FIELDS.toColumns(stored)).not.toHaveProperty('id');
});

it('returns settable fields under their names in the wire format', () => {
  expect(NOTE_FIELDS.toWire(stored)).toEqual({
    title: 'a',
    tags: ['x'],
    layout: { w: 6 },
    dashboard_item: 3,
    pinned_at: pinnedAt,
  });
});

it('reads from a body the settable fields that it contains', () => {
  expect(NOTE_FIELDS.fromWire({ title: null, dashboard_item: 5 })).toEqual({
    title: null,
    insightId: 5,
  });
  const body = { title: 'b', id: 9, unknown: true };
  expect(NOTE_FIELDS.fromWire(body)).toEqual({ title: 'b' });
});

it('does not compile with a column that is missing or of another type', () => {
  const declare = fieldTable<Note, NoteTable>();
  // @ts-expect-error No such column.
  declare({ title: 'name' });
  // @ts-expect-error The column holds a number.
  declare({ title: 'insight_id' });
  // @ts-expect-error Only the server sets the id.
  const fields: Settable<typeof NOTE_FIELDS> = { id: 1 };
  expect(fields).toEqual({ id: 1 });
});

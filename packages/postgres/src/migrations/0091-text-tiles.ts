/** Texts on dashboards: a tile contains an insight or a text. */
export const textTiles = {
  id: 91,
  name: 'text-tiles',
  sql: `
    ALTER TABLE dashboard_tiles ADD COLUMN IF NOT EXISTS text_body text;
    ALTER TABLE dashboard_tiles ALTER COLUMN insight_id DROP NOT NULL;
    ALTER TABLE dashboard_tiles DROP CONSTRAINT IF EXISTS dashboard_tiles_content;
    ALTER TABLE dashboard_tiles ADD CONSTRAINT dashboard_tiles_content
      CHECK ((insight_id IS NULL) <> (text_body IS NULL));
  `,
} as const;

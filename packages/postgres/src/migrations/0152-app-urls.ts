/** The addresses of a project's own pages, which clients store: PostHog's toolbar opens only on these. */
export const appUrls = {
  id: 152,
  name: 'app_urls',
  sql: `
    ALTER TABLE projects ADD COLUMN IF NOT EXISTS app_urls jsonb NOT NULL DEFAULT '[]';
  `,
};

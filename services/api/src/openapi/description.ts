/** The introduction of the API description, with the rules for all operations. */
export const DESCRIPTION = `
Product analytics and feature flags, wire-compatible with PostHog's public API.

**Keys.** Send a personal API key as \`Authorization: Bearer phx_…\`. A key with the write scope of a
resource may read it, too; \`*\` may do everything.

**Projects.** \`{project_id}\` is a project's number or \`@current\`. \`/api/environments/\` is a second
name of \`/api/projects/\` on every path. The trailing slash is optional.

**Lists** take \`limit\` and \`offset\` and return \`count\`, \`next\`, \`previous\` and \`results\`.

**Errors** have one shape, \`{type, code, detail, attr}\`, unless an operation says otherwise.
`.trim();

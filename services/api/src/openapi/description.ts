/** The introduction of the API description, with the rules for all operations. */
export const DESCRIPTION = `
Product analytics and feature flags, wire-compatible with PostHog's public API.

**Keys.** Send a personal API key as \`Authorization: Bearer phx_…\`. The write scope of a resource
includes its read scope; \`*\` allows everything.

**Projects.** \`{project_id}\` is the id of a project or \`@current\`. \`/api/environments/\` is an
alias of \`/api/projects/\` on every path. The trailing slash is optional.

**Lists** take \`limit\` and \`offset\` and return \`count\`, \`next\`, \`previous\` and \`results\`.

**Errors** have one shape, \`{type, code, detail, attr}\`, unless an operation says otherwise.
`.trim();

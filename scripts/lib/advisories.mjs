/** The severities that must be fixed or reviewed. */
const SERIOUS = new Set(['moderate', 'high', 'critical']);

/**
 * Returns the problems in the audit report of the package manager. `unavailable` is the reason why there is no audit,
 * otherwise null: not every registry returns advisories, which is not an error of this repository.
 *
 * @param report the report, as JSON text
 * @param exceptions reviewed advisories: `{ id, reason, until }`
 */
export function judge(report, exceptions, now) {
  const parsed = parse(report);
  if (parsed === null) return { unavailable: 'the package manager gave no report', problems: [] };
  if (parsed.advisories === undefined) {
    const why = parsed.error?.message ?? 'the report names no advisories';
    return { unavailable: why, problems: [] };
  }
  const reviewed = new Set(
    exceptions.filter(({ until }) => new Date(until) > now).map(({ id }) => id),
  );
  const problems = Object.values(parsed.advisories)
    .filter(({ severity }) => SERIOUS.has(severity))
    .filter(({ github_advisory_id: id }) => !reviewed.has(id))
    .map(
      ({ github_advisory_id: id, module_name: name, severity, title }) =>
        `${id} ${severity} ${name}: ${title}`,
    );
  return { unavailable: null, problems };
}

function parse(text) {
  try {
    return JSON.parse(text.slice(Math.max(0, text.indexOf('{'))));
  } catch {
    // After a timeout or without a network, the output is not a report.
    return null;
  }
}

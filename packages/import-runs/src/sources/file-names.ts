/** Returns the name of the file with a list of the project API: `cohorts/12/persons/` → `cohorts_12_persons`. */
export function definitionFileName(path: string): string {
  return (
    path
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^_|_$/g, '') || 'project'
  );
}

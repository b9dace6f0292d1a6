/** The lines of one metric: its description, and the samples of all processes. */
interface Family {
  readonly description: Map<string, string>;
  readonly samples: string[];
}

/**
 * Merges the metrics of several processes, in Prometheus' text format, into one valid text: each metric has one
 * description, followed by all of its samples. The label `service` distinguishes the samples.
 */
export function mergeMetrics(texts: readonly string[]): string {
  const families = new Map<string, Family>();
  for (const text of texts) collect(text, families);
  const blocks = [...families.values()].map(({ description, samples }) =>
    [...description.values(), ...samples].join('\n'),
  );
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`;
}

function collect(text: string, families: Map<string, Family>): void {
  let current = familyOf('', families);
  for (const line of text.split('\n')) {
    const described = /^# (HELP|TYPE) (\S+)/.exec(line);
    if (described?.[1] !== undefined && described[2] !== undefined) {
      current = familyOf(described[2], families);
      if (!current.description.has(described[1])) current.description.set(described[1], line);
    } else if (line !== '' && !line.startsWith('#')) {
      current.samples.push(line);
    }
  }
  const undescribed = families.get('');
  if (undescribed?.samples.length === 0) families.delete('');
}

function familyOf(name: string, families: Map<string, Family>): Family {
  const family = families.get(name) ?? { description: new Map<string, string>(), samples: [] };
  families.set(name, family);
  return family;
}
